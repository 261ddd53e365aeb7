// Steps in the order of this review, never the right one.
function arrangeSteps(count) {
  var order = shuffle(count);
  var sorted = order.every(function (step, place) { return step === place; });
  return sorted ? order.slice(1).concat(order[0]) : order;
}
