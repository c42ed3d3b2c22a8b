// The form: takes the code of the table from a link, and remembers the visitor's name.
// What stands after the # of a link is never sent to a server; the form sends it as if typed.
const form = document.forms[0], { name, code, seat } = form.elements;
const wrong = document.querySelector(".trouble") !== null;

function kept(storage, key, value) {
  try {
    if (value !== undefined) storage.setItem(key, value);
    return storage.getItem(key) ?? "";
  } catch { return ""; } // this browser keeps nothing
}

const link = new URLSearchParams(location.hash.slice(1));
const linked = link.get("code") || "";
const given = linked ? kept(sessionStorage, "kozyr.code", linked) || linked : kept(sessionStorage, "kozyr.code");
if (code && given && !wrong) code.value = given;
if (seat) seat.value = link.get("seat") || ""; // of a table that has moved here
if (name && !name.value) name.value = link.get("name") || kept(localStorage, "kozyr.name");
form.addEventListener("submit", () => { if (name) kept(localStorage, "kozyr.name", name.value); });
// Anybody can write a link: only one with a seat of this table, from where the table was, sits down by itself.
async function known() {
  if (!seat?.value || !name?.value) return false;
  const asked = { method: "POST", body: new URLSearchParams({ seat: seat.value }) };
  return fetch("known", asked).then(({ ok }) => ok, () => false);
}
const whole = (!code || code.value) && !wrong;
if (whole && ("sendsItself" in form.dataset || await known())) form.requestSubmit();
// Whoever has a link only has to say who they are; whoever has been here before only sits down.
else if (name?.value) (code && !code.value ? code : form.querySelector("button")).focus();
