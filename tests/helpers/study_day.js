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
  const pace = await until(() => find("#new"));
  pace.value = count;
  pace.dispatchEvent(new Event("change"));
  await until(() => find("#notice.shown"));
  location.hash = "#today";
  await until(() => find(".hero .count b")?.textContent === String(count));
  find(".begin").click();
  await until(() => find(".desk .front"));
  const seen = new Set();
  for (let n = 0; find(".desk .pq"); n += 1) {
    seen.add(find(".desk .pq").dataset.card);
    const picks = document.querySelectorAll(".desk .front .pick, .desk .front .pairs button");
    if (picks.length) picks[n % picks.length].click();
    if (find("#typeans")) find("#typeans").value = "leaf tensor";
    await turn(find(".actions .primary"));
    await turn(find(".rating3") || find(".actions .primary"));
    if (seen.size === count) break;
  }
  return [...seen];
}
