// The page for the wall: follows the host's computer to another address, or says that it has lost it.
const shown = document.querySelector(".link").textContent;
const lost = document.querySelector("#lost");
const SECONDS = 10;
let failures = 0;

async function look() {
  try {
    const answer = await fetch("wall/link"), now = await answer.text();
    if (answer.ok && now && now !== shown) location.replace("wall"); // anew, with the code from its link
    failures = 0;
  } catch { failures += 1; }
  lost.hidden = failures < 2; // one answer may get lost
}

setInterval(look, SECONDS * 1000);
