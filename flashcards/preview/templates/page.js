"use strict";
(function () {
  var root = document.documentElement;
  var items = Array.prototype.slice.call(document.querySelectorAll(".item"));
  var search = document.getElementById("search"), warned = document.getElementById("warned");
  var filters = ["stage", "kind", "deck", "lang"].map(function (name) {
    return document.getElementById(name);
  });
  var switches = { night: "nightMode", phone: "phone" };
  var texts = null, at = -1;

  function textOf(place) {
    if (!texts) { texts = new Array(items.length); }
    if (texts[place] === undefined) { texts[place] = items[place].textContent.toLowerCase(); }
    return texts[place];
  }

  function fits(item, place, words) {
    return (!warned.checked || item.hasAttribute("data-warned")) &&
      filters.every(function (filter) {
        return !filter.value || item.getAttribute("data-" + filter.id) === filter.value;
      }) &&
      words.every(function (word) { return textOf(place).indexOf(word) >= 0; });
  }

  function show() {
    var words = search.value.toLowerCase().split(/\s+/).filter(Boolean), count = 0;
    items.forEach(function (item, place) {
      var fit = fits(item, place, words);
      if (item.hidden === fit) { item.hidden = !fit; }
      count += fit;
    });
    at = -1;
    document.getElementById("none").hidden = count > 0;
    document.getElementById("count").textContent = count + (count === 1 ? " card" : " cards");
    keep();
  }

  function toggle(name, on) {
    var button = document.getElementById(name);
    if (on === undefined) { on = button.getAttribute("aria-pressed") !== "true"; }
    button.setAttribute("aria-pressed", String(on));
    root.classList.toggle(switches[name], on);
    keep();
  }

  function keep() {
    var state = new URLSearchParams();
    if (search.value) { state.set("search", search.value); }
    if (warned.checked) { state.set("warned", "1"); }
    filters.forEach(function (filter) { if (filter.value) { state.set(filter.id, filter.value); } });
    Object.keys(switches).forEach(function (name) {
      if (root.classList.contains(switches[name])) { state.set(name, "1"); }
    });
    try { history.replaceState(null, "", "#" + state); } catch (error) { /* not kept */ }
  }

  function restore() {
    var state = new URLSearchParams(location.hash.slice(1));
    search.value = state.get("search") || "";
    warned.checked = state.has("warned");
    filters.forEach(function (filter) {
      filter.value = state.get(filter.id) || "";
      if (filter.selectedIndex < 0) { filter.value = ""; }
    });
    var asked = search.value || warned.checked || filters.some(function (f) { return f.value; });
    Object.keys(switches).forEach(function (name) { if (state.has(name)) { toggle(name, true); } });
    if (asked) { show(); }
  }

  function move(step) {
    for (var next = at + step; next >= 0 && next < items.length; next += step) {
      if (!items[next].hidden) {
        at = next;
        items[at].focus({ preventScroll: true });
        items[at].scrollIntoView({ block: "start" });
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
    n: function () { toggle("night"); },
    p: function () { toggle("phone"); }
  };

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) { return; }
    if (event.key === "Escape") { clear(); return; }
    if (/^(INPUT|SELECT)$/.test(event.target.tagName) && event.target.type !== "checkbox") {
      if (event.key === "Enter" && event.target === search) { search.blur(); move(1); }
      return;
    }
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  search.addEventListener("input", show);
  warned.addEventListener("change", show);
  filters.forEach(function (filter) { filter.addEventListener("change", show); });
  Object.keys(switches).forEach(function (name) {
    document.getElementById(name).addEventListener("click", function () { toggle(name); });
  });
  document.addEventListener("focusin", function (event) {
    var item = event.target.closest && event.target.closest(".item");
    if (item) { at = items.indexOf(item); }
  });
  if (root.hasAttribute("data-reloads")) {
    window.addEventListener("focus", function () { location.reload(); });
  }
  restore();
})();
