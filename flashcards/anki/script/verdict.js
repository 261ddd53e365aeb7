// A live region: what it says is also spoken. What is `told` stands where the text has a line break.
function announce(text, where, kind, told) {
  var said = make("p", "verdict " + kind), parts = text.split("\n");
  said.setAttribute("role", "status");
  where.parentNode.insertBefore(said, where);
  setTimeout(function () {
    said.textContent = parts[0];
    if (told) {
      said.appendChild(told);
      said.appendChild(document.createTextNode(parts[1]));
    }
  }, 0);
}
