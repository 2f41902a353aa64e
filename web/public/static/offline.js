// The offline page: says what is wrong, and opens the page as soon as it can.
const RETRY_MS = 15_000;

const open = () => {
  // Opened by its own URL, it would only show itself again.
  if (location.pathname === "/offline") location.replace("/");
  else location.reload();
};

const show = () => {
  for (const part of document.querySelectorAll("[data-online]"))
    part.hidden = (part.dataset.online === "yes") !== navigator.onLine;
};

const tryAgain = async () => {
  if (!navigator.onLine) return;
  const response = await fetch("/robots.txt", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (response?.ok) open();
};

show();
addEventListener("offline", show);
addEventListener("online", () => {
  show();
  void tryAgain();
});
setInterval(tryAgain, RETRY_MS);
document.querySelector("button").addEventListener("click", open);
