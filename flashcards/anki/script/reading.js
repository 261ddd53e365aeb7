// Code that can be copied, pictures that grow.
function copyText(text, done) {
  function byHand() {
    var box = document.body.appendChild(make("textarea"));
    box.value = text;
    box.select();
    var worked = document.execCommand("copy");
    document.body.removeChild(box);
    if (worked) { done(); }
  }
  if (navigator.clipboard && navigator.clipboard.writeText) {
    navigator.clipboard.writeText(text).then(done, byHand);
  } else { byHand(); }
}

function addCopy(block) {
  var button = make("button", "copy", words.card_copy), text = block.textContent;
  button.addEventListener("click", function () {
    copyText(text, function () {
      button.textContent = words.card_copied;
      setTimeout(function () { button.textContent = words.card_copy; }, 1500);
    });
  });
  var touch = window.matchMedia && matchMedia("(hover: none)").matches;
  ((touch && card.querySelector(".foot")) || block).appendChild(button);
}

function addZoom(picture) {
  var button = make("button", "zoom");
  button.setAttribute("aria-label", words.card_enlarge + (picture.alt ? words.colon + picture.alt : ""));
  picture.parentNode.insertBefore(button, picture);
  button.appendChild(picture);
  button.addEventListener("click", function () {
    var frame = card.appendChild(make("dialog", "enlarged"));
    if (!frame.showModal) { button.classList.toggle("big"); card.removeChild(frame); return; }
    frame.appendChild(picture.cloneNode(false));
    var close = frame.appendChild(make("button", "close", words.card_close));
    frame.onclick = function () { frame.close(); };
    frame.addEventListener("close", function () { card.removeChild(frame); button.focus(); });
    frame.addEventListener("keydown", function (event) { event.stopPropagation(); });
    frame.showModal();
    close.focus();
  });
}

// Of a long question only the last sentence, the one that asks, is bold.
function easeQuestion(box) {
  var place = all("p", box).pop() || box, range = document.createRange();
  if (place.textContent.replace(/[\u3000-\u9fff]/g, "mm").length < 140) { return; }
  each(place.childNodes, same).reverse().some(function (text) {
    var data = text.nodeType !== 3 ? ""
      : text.nextSibling ? text.data : text.data.replace(/[.!?。！？\s]+$/, "");
    var story = data.match(/^[\s\S]*([.!?]\s+(?=[A-Z"“]|$)|[。！？](?![”」）]))/);
    if (!story) { return false; }
    range.setStart(text, story[0].length);
    range.setEndAfter(place.lastChild);
    range.surroundContents(make("b", "point"));
    box.classList.add("story");
    return true;
  });
}

// Longer code is no card. What can be tapped as a whole has no buttons inside.
function isShort(element) { return element.textContent.length < 5000; }
function isFree(element) { return !element.closest(".options, .steps, .points, .held"); }

all(".question:not(.text)").filter(isShort).forEach(easeQuestion);
all("pre > code, pre > samp").filter(isShort).forEach(hang);
all(".back.kind-code > .asked > pre.code").forEach(addCopy);
all("code").forEach(closeIn);
all("code, samp").filter(isShort).forEach(softenAll);
all("img").filter(isFree).forEach(addZoom);
