// Places in an order of this review: never the given one, which is right; any other is as likely.
function hideOrder(count) {
  for (var more = 0; ; more++) {
    var order = shuffle(count + more).filter(function (place) { return place < count; });
    if (count < 2 || order.some(function (at, place) { return at !== place; })) { return order; }
  }
}
