import "#web/styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { preloadPage } from "./app/routes.tsx";
import { readPageData } from "./lib/page-data.ts";

const data = readPageData();
const root = document.getElementById("root");
if (!root) throw new Error("This page has no root.");

function start(container: HTMLElement): void {
  createRoot(container).render(
    <StrictMode>
      <App data={data} />
    </StrictMode>,
  );
}

// What the HTML itself shows stays until the page's own code is here, so that nothing blinks. A chunk that
// does not come is told by the page's error boundary. (No `await` up here: the page's chunk may need this one.)
preloadPage(window.location.pathname, data.user !== null)
  .catch(() => {})
  .then(() => start(root));
