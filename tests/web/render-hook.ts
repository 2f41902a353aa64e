import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

function Probe({ run }: { run: () => void }) {
  run();
  return null;
}

/** Returns what a hook returns in a component. */
export function renderHook<Result>(useIt: () => Result, client = new QueryClient()): Result {
  const results: Result[] = [];
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client },
      createElement(Probe, { run: () => void results.push(useIt()) }),
    ),
  );
  return results[0] as Result;
}
