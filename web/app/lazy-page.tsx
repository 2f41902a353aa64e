import { type ComponentType, lazy, useState } from "react";

type Load = () => Promise<{ default: ComponentType }>;

export interface LazyPage {
  Component: ComponentType;
  preload: () => Promise<unknown>;
}

/**
 * A page in a chunk of its own. React's `lazy` shows the fallback for a moment even when the chunk is
 * here already; this draws it at once, so that a preloaded page follows the last one without a blink.
 */
export function lazyPage(load: Load): LazyPage {
  let loaded: ComponentType | undefined;
  const preload = () =>
    load().then((module) => {
      loaded = module.default;
    });
  const Later = lazy(load);
  function LazyPage() {
    // Kept for the life of this mount: another type on a later render would throw the page's state away.
    const [Page] = useState<ComponentType>(() => loaded ?? Later);
    return <Page />;
  }
  return { Component: LazyPage, preload };
}
