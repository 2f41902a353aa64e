import { type ComponentType, lazy, Suspense, useState } from "react";
import { keepLoading, loadChunk } from "#web/ui/chunks.ts";
import { Guard } from "#web/ui/guard.tsx";

type Load = () => Promise<{ default: ComponentType }>;

/** A page in a chunk of its own. */
export interface LazyPage {
  /** The page itself, once it is here. */
  loaded: ComponentType | undefined;
  later: ComponentType;
  preload: () => Promise<unknown>;
}

/** A page that keeps trying to load: until it is there, the page before it stays on the screen. */
export const lazyPage = (load: Load): LazyPage => lazyComponent(load, "page", (module) => module.default);

/** The same for a part of the frame around every page; `pick` chooses the component from its module. */
export const lazyPart = <Module,>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType,
): LazyPage => lazyComponent(load, "part", pick);

function lazyComponent<Module>(
  load: () => Promise<Module>,
  kind: "page" | "part",
  pick: (module: Module) => ComponentType,
): LazyPage {
  const page: LazyPage = {
    loaded: undefined,
    later: lazy(async () => ({ default: pick(await keepLoading(load, kind)) })),
    preload: async () => {
      page.loaded = pick(await loadChunk(load));
    },
  };
  return page;
}

/**
 * Shows a page. React's `lazy` shows the fallback for a moment even when the chunk is here already; this
 * draws it at once, so that a preloaded page follows the last one without a blink. Give it a `key`.
 */
export function PageSlot({ page }: { page: LazyPage }) {
  // Kept for the life of this mount: another type on a later render would throw the page's state away.
  const [Page] = useState<ComponentType>(() => page.loaded ?? page.later);
  return <Page />;
}

/** Shows what members have around a page; where it can't be had, its room stays empty. */
export function FramePart({ page }: { page: LazyPage }) {
  return (
    <Guard onFail={() => {}}>
      <Suspense>
        <PageSlot page={page} />
      </Suspense>
    </Guard>
  );
}
