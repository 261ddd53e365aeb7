// A live region: what it says is also spoken.
function announce(text, where, good) {
  var said = make("p", "verdict" + (good === undefined ? "" : good ? " good" : " bad"));
  said.setAttribute("role", "status");
  where.parentNode.insertBefore(said, where);
  setTimeout(function () { said.textContent = text; }, 0);
  return said;
}
