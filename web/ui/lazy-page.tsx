import { type ComponentType, lazy, Suspense, useState } from "react";
import { loadChunk, loadWithRetries } from "./chunks.ts";
import { SilentErrorBoundary } from "./silent-error-boundary.tsx";

type Load = () => Promise<{ default: ComponentType }>;

/** A page in its own chunk. */
export interface LazyPage {
  /** The page, once it is loaded. */
  loaded: ComponentType | undefined;
  /** Loads the page when it renders. */
  lazy: ComponentType;
  preload: () => Promise<unknown>;
}

/** Declares a page that retries until it is loaded. The previous page stays on the screen meanwhile. */
export const lazyPage = (load: Load): LazyPage => lazyComponent(load, "page", (module) => module.default);

/** Like `lazyPage`, for a part of the shell. `pick` selects the component from its module. */
export const lazyFramePart = <Module,>(
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
    lazy: lazy(async () => ({ default: pick(await loadWithRetries(load, kind)) })),
    preload: async () => {
      page.loaded = pick(await loadChunk(load));
    },
  };
  return page;
}

/**
 * Renders a page. React's `lazy` flashes the fallback even if the chunk is already loaded; this renders a preloaded page
 * immediately. Give it a `key`.
 */
export function PageSlot({ page }: { page: LazyPage }) {
  // Fixed for this mount: another component type on a later render would discard the page's state.
  const [Page] = useState<ComponentType>(() => page.loaded ?? page.lazy);
  return <Page />;
}

export function FramePart({ page }: { page: LazyPage }) {
  return (
    <SilentErrorBoundary onFail={() => {}}>
      <Suspense>
        <PageSlot page={page} />
      </Suspense>
    </SilentErrorBoundary>
  );
}
