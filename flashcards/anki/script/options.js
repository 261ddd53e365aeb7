// Options in the order of this review, which both sides share.
function arrange(list) {
  var items = each(list.children, same);
  var order = list.hasAttribute("data-shuffle") ? shuffle(items.length, function (place) {
    return items[place].hasAttribute("data-lock");
  }) : items.map(function (_, place) { return place; });
  order.forEach(function (place) { list.appendChild(items[place]); });
  return { items: items, order: order };
}
