"use strict";
(function () {
  var root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
  var kept = new URLSearchParams(location.hash.slice(1));
  var night = kept.get("night");  // "1", "0", or null: as the system has it
  var switches = { night: "nightMode", phone: "phone", quiz: "asking" };
  var items, search, warned, filters, at = -1, asked = 0, right = 0, soon = 0;
  var bodies, texts = [], drawn = [], decoder = document.createElement("title");

  var words = JSON.parse(root.getAttribute("data-words"));

  function tell(key, values) {
    return words[key].replace(/\{(\w+)\}/g, function (hole, name) { return values[name]; });
  }
  function byId(name) { return document.getElementById(name); }
  function each(list, act) { Array.prototype.forEach.call(list, act); }
  function isNight() { return night === null ? dark.matches : night === "1"; }

  root.classList.toggle("nightMode", isNight());  // before anything is drawn

  // the cards come packed, as one text that the browser does not read as HTML
  function unpack() {
    var packed = atob(byId("packed").textContent), bytes = new Uint8Array(packed.length);
    for (var place = 0; place < packed.length; place += 1) { bytes[place] = packed.charCodeAt(place); }
    var stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }

  function draw(place) {
    var item = items[place];
    if (!item || drawn[place]) { return; }
    drawn[place] = true;
    item.innerHTML = bodies[place];
    if (root.classList.contains("asking")) { ask(item, true); }
  }

  function drawAround(place) {
    for (var near = place - 8; near < place + 8; near += 1) { draw(near); }
  }

  function drawAll() { items.forEach(function (item, place) { draw(place); }); }

  // what is in sight at once, the rest and the index of the search bit by bit
  function drawInTime() {
    var next = 0;
    byId("cards").addEventListener("contentvisibilityautostatechange", function (event) {
      if (!event.skipped) { draw(items.indexOf(event.target)); }
    });
    drawAround(items.findIndex(function (item) { return item.getBoundingClientRect().bottom > 0; }));
    setTimeout(function drawSome() {
      var ends = performance.now() + 40;
      for (; next < items.length && performance.now() < ends; next += 1) { draw(next); textOf(next); }
      if (next < items.length) { setTimeout(drawSome, 40); return; }
      byId("cards").removeAttribute("aria-busy");
    }, 200);
  }

  function textOf(place) {
    if (texts[place] === undefined) {
      decoder.innerHTML = bodies[place].replace(/<(?:[^>"']|"[^"]*"|'[^']*')*>/g, "");
      texts[place] = decoder.textContent.toLowerCase();
    }
    return texts[place];
  }

  function has(item, filter) {
    return !filter.value ||
      (" " + item.getAttribute("data-" + filter.id) + " ").indexOf(" " + filter.value + " ") >= 0;
  }

  function fits(item, place, words) {
    return (!warned.checked || item.hasAttribute("data-warned")) &&
      filters.every(function (filter) { return has(item, filter); }) &&
      words.every(function (word) { return textOf(place).indexOf(word) >= 0; });
  }

  function show() {
    var words = search.value.toLowerCase().split(/\s+/).filter(Boolean), count = 0;
    var decks = new Set(), stages = new Set();
    items.forEach(function (item, place) {
      var fit = fits(item, place, words);
      if (item.hidden === fit) { item.hidden = !fit; }
      if (fit) { decks.add(item.parentNode); count += 1; }
      if (fit && count < 12) { draw(place); }
    });
    decks.forEach(function (deck) { stages.add(deck.parentNode); });
    each(document.querySelectorAll(".deck"), function (deck) { deck.hidden = !decks.has(deck); });
    each(document.querySelectorAll(".stage"), function (one) { one.hidden = !stages.has(one); });
    at = -1;
    byId("none").hidden = count > 0;
    byId("count").textContent = tell(count === 1 ? "card" : "cards", { n: count });
    mark(words);
    keep();
  }

  // what was searched for is marked without touching the cards
  function mark(words) {
    if (!window.Highlight || !CSS.highlights) { return; }
    CSS.highlights.delete("found");
    var ranges = [];
    for (var place = 0; words.length && place < items.length && ranges.length < 2000; place += 1) {
      if (!items[place].hidden) { draw(place); findIn(items[place], words, ranges); }
    }
    if (ranges.length) {
      var found = new Highlight();
      ranges.forEach(function (range) { found.add(range); });
      CSS.highlights.set("found", found);
    }
  }

  function findIn(item, words, ranges) {
    var walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT), node;
    while ((node = walker.nextNode())) {
      var text = node.data.toLowerCase();
      if (text.length !== node.data.length) { continue; }  // some letters grow in lower case
      words.forEach(function (word) {
        for (var from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) {
          var range = new Range();
          range.setStart(node, from);
          range.setEnd(node, from + word.length);
          ranges.push(range);
        }
      });
    }
  }

  function setSwitch(name, on) {
    byId(name).setAttribute("aria-pressed", String(on));
    root.classList.toggle(switches[name], on);
    if (name === "quiz") { setAsking(on); }
  }

  function toggle(name) {
    var on = byId(name).getAttribute("aria-pressed") !== "true";
    if (name === "night") { night = on === dark.matches ? null : on ? "1" : "0"; }
    setSwitch(name, on);
    keep();
  }

  // answers hidden until asked for
  function setAsking(on) {
    asked = right = 0;
    tellScore();
    items.forEach(function (item, place) { if (drawn[place]) { ask(item, on); } });
  }

  function ask(item, on) {
    item.classList.remove("open");
    if (on && !item.querySelector(".reveal")) { addReveal(item); }
    setOptions(item, on);
  }

  function addReveal(item) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "reveal";
    button.textContent = tell("show_answer");
    item.appendChild(button);
  }

  function optionsOf(item) { return item.querySelectorAll(".front .options > li"); }
  function isSeveral(item) { return item.querySelectorAll(".front .options > .right").length > 1; }

  function setOptions(item, on) {
    var options = optionsOf(item), role = isSeveral(item) ? "checkbox" : "radio";
    if (!options.length) { return; }
    options[0].parentNode.setAttribute("role", role === "radio" ? "radiogroup" : "group");
    options[0].parentNode.setAttribute("aria-label", tell("options"));
    each(options, function (option) {
      option.classList.remove("picked");
      if (on) {
        option.setAttribute("role", role);
        option.setAttribute("aria-checked", "false");
        option.tabIndex = 0;
        return;
      }
      ["role", "aria-checked", "tabindex"].forEach(function (name) { option.removeAttribute(name); });
      option.parentNode.removeAttribute("role");
      option.parentNode.removeAttribute("aria-label");
    });
  }

  function pick(item, option) {
    if (item.classList.contains("open")) { return; }
    var picked = option.classList.toggle("picked");
    option.setAttribute("aria-checked", String(picked));
    if (!isSeveral(item)) { reveal(item); }
  }

  function reveal(item) {
    if (item.classList.contains("open")) { return; }
    item.classList.add("open");
    item.querySelector(".reveal").textContent = tell("answer_shown");
    var options = optionsOf(item);
    if (!options.length) { return; }
    asked += 1;
    right += Array.prototype.every.call(options, function (option) {
      return option.classList.contains("picked") === option.classList.contains("right");
    });
    tellScore();
  }

  function tellScore() {
    byId("score").textContent = asked ? tell("score", { n: right, all: asked }) : "";
    measureBar();
  }

  function keep() {
    var state = new URLSearchParams();
    if (search.value) { state.set("search", search.value); }
    if (warned.checked) { state.set("warned", "1"); }
    filters.forEach(function (filter) { if (filter.value) { state.set(filter.id, filter.value); } });
    if (night !== null) { state.set("night", night); }
    ["phone", "quiz"].forEach(function (name) {
      if (root.classList.contains(switches[name])) { state.set(name, "1"); }
    });
    try { history.replaceState(null, "", "#" + state); } catch (error) { /* not kept */ }
  }

  function restore() {
    search.value = kept.get("search") || "";
    warned.checked = kept.has("warned");
    filters.forEach(function (filter) {
      filter.value = kept.get(filter.id) || "";
      if (filter.selectedIndex < 0) { filter.value = ""; }
    });
    setSwitch("night", isNight());
    ["phone", "quiz"].forEach(function (name) { if (kept.has(name)) { setSwitch(name, true); } });
    if (search.value || warned.checked || filters.some(function (f) { return f.value; })) { show(); }
  }

  // a card gets its true height when it comes into sight, which moves what is below it
  function go(element) {
    measureBar();
    var left = 4, item = element.closest(".item") || element.parentNode.querySelector(".item:not([hidden])");
    drawAround(items.indexOf(item));
    at = items.indexOf(item) - (element === item ? 0 : 1);  // the next card is the heading's first
    element.focus({ preventScroll: true });
    (function scroll() {
      element.scrollIntoView({ block: "start" });
      left -= 1;
      if (left) { requestAnimationFrame(scroll); }
    })();
  }

  function move(step) {
    for (var next = at + step; next >= 0 && next < items.length; next += step) {
      if (!items[next].hidden) {
        at = next;
        fold(false);
        go(items[at]);
        return;
      }
    }
  }

  function clear() {
    search.value = "";
    warned.checked = false;
    filters.forEach(function (filter) { filter.value = ""; });
    search.blur();
    show();
  }

  var keys = {
    "/": function () { search.focus(); search.select(); },
    j: function () { move(1); },
    k: function () { move(-1); },
    h: function () { toggle("quiz"); },
    n: function () { toggle("night"); },
    p: function () { toggle("phone"); }
  };

  // keys inside a card whose answer is hidden; whether the key was meant for it
  function answerByKey(event) {
    var item = event.target.closest(".item");
    if (!item || !root.classList.contains("asking") || item.classList.contains("open")) { return false; }
    var option = event.target.closest(".front .options > li");
    if ((event.key === "Enter" || event.key === " ") && option) { pick(item, option); return true; }
    if (event.key === "Enter" && event.target === item) { reveal(item); return true; }
    option = /^[1-9]$/.test(event.key) && optionsOf(item)[event.key - 1];
    if (option) { pick(item, option); }
    return Boolean(option);
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === "Escape") { clear(); return; }
    if (/^(INPUT|SELECT)$/.test(event.target.tagName) && event.target.type !== "checkbox") {
      if (event.key === "Enter" && event.target === search) { show(); search.blur(); move(1); }
      return;
    }
    if (answerByKey(event)) { event.preventDefault(); return; }
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  }

  function onClick(event) {
    var target = event.target, item = target.closest(".item");
    if (item && root.classList.contains("asking")) {
      var option = target.closest(".front .options > li");
      if (option) { pick(item, option); }
      if (target.closest(".reveal")) { reveal(item); }
      return;
    }
    var link = target.closest("#contents a");
    if (link) {
      event.preventDefault();  // the address keeps what was chosen
      byId("contents").open = false;
      fold(false);
      go(byId(decodeURIComponent(link.hash.slice(1))));
    }
  }

  // a page that is watched: the picture beside it is as wide as the number of its version
  function watch() {
    var mine = Number(root.getAttribute("data-reloads"));
    function look() {
      if (document.hidden) { return; }
      var picture = new Image();
      picture.onload = function () { if (picture.naturalWidth !== mine) { again(); } };
      picture.src = location.href.split(/[?#]/)[0] + ".watch?" + Date.now();
    }
    setInterval(look, 1000);
    window.addEventListener("focus", look);
    comeBack();
  }

  function again() {
    var top = items.find(function (item) {
      return !item.hidden && item.getBoundingClientRect().bottom > byId("bar").offsetHeight;
    });
    try { sessionStorage.setItem("top", top ? top.getAttribute("aria-label") : ""); }
    catch (error) { /* the browser remembers roughly */ }
    location.reload();
  }

  function comeBack() {
    var label = null;
    try { label = sessionStorage.getItem("top"); sessionStorage.removeItem("top"); }
    catch (error) { return; }
    var item = label && items.find(function (each) { return each.getAttribute("aria-label") === label; });
    if (item) { drawAround(items.indexOf(item)); bringToTop(item, 5); }
  }

  // Cards above get their heights only when they are drawn, which moves the others.
  function bringToTop(item, times) {
    item.scrollIntoView({ block: "start" });
    if (times) { requestAnimationFrame(function () { bringToTop(item, times - 1); }); }
  }

  // what is scrolled to stands below the bar, however high that is
  function measureBar() { root.style.setProperty("--above", byId("bar").offsetHeight + 12 + "px"); }

  function fold(open) {
    byId("bar").classList.toggle("unfolded", open);
    byId("fold").setAttribute("aria-expanded", String(open));
  }

  function showSoon() {
    clearTimeout(soon);
    soon = setTimeout(show, 60);
  }

  function begin(unpacked) {
    bodies = unpacked;
    items = Array.prototype.slice.call(document.querySelectorAll(".item"));
    search = byId("search");
    warned = byId("warned");
    filters = ["stage", "kind", "difficulty", "tag", "deck", "lang"].map(byId);
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    search.addEventListener("input", showSoon);
    warned.addEventListener("change", show);
    filters.forEach(function (filter) { filter.addEventListener("change", show); });
    Object.keys(switches).forEach(function (name) {
      byId(name).addEventListener("click", function () { toggle(name); });
    });
    byId("fold").addEventListener("click", function () {
      fold(!byId("bar").classList.contains("unfolded"));
    });
    dark.addEventListener("change", function () { setSwitch("night", isNight()); });
    document.addEventListener("focusin", function (event) {
      var item = event.target.closest && event.target.closest(".item");
      if (item) { at = items.indexOf(item); }
    });
    window.addEventListener("beforeprint", drawAll);
    window.addEventListener("resize", measureBar);
    measureBar();
    restore();
    drawInTime();
    if (root.hasAttribute("data-reloads")) { watch(); }
  }

  document.addEventListener("DOMContentLoaded", function () { unpack().then(begin); });
})();
