// Studies on the page as a person would, by clicks, until so many cards were asked: which they were.
async function studyDay(count) {
  const find = (selector) => document.querySelector(selector);
  const wait = () => new Promise((go) => setTimeout(go));
  const until = async (look) => {
    const ends = Date.now() + 60e3;
    while (!look()) {
      if (Date.now() > ends) throw new Error(`waited for ${look}: ${find("#view").innerText}`);
      await wait();
    }
    return look();
  };
  const turn = async (press) => {
    const before = find(".desk .pq");
    press.click();
    await until(() => find(".desk .pq") !== before);
  };
  location.hash = "#settings";
  for (const [name, value] of [["new", count], ["minutes", 600]]) {
    const box = await until(() => find(`#${name}`));
    box.value = value;
    box.dispatchEvent(new Event("change"));
    await until(() => find("#notice.shown"));
    find("#notice").classList.remove("shown");
  }
  location.hash = "#today";
  await until(() => find(".hero .count b")?.textContent === String(count));
  find(".begin").click();
  await until(() => find(".desk .front"));
  const seen = new Set();
  for (let n = 0; find(".desk .pq"); n += 1) {
    seen.add(find(".desk .pq").dataset.card);
    const options = document.querySelectorAll(".desk .front .options .pick");
    if (options.length) options[n % options.length].click();
    const all = ".desk .front :is(.steps .pick, .pairs > li button:first-child)";
    for (const pick of document.querySelectorAll(all)) pick.click();
    if (find("#typeans")) find("#typeans").value = "leaf tensor";
    await turn(find(".actions .primary"));
    await turn(find(".rating3") || find(".actions .primary"));
    if (seen.size === count) break;
  }
  return [...seen];
}
