/** The pages of the builder. The entry point, which everyone loads, names only this file. */
export const builderPages = {
  start: () => import("#web/features/builder/pages/build-new-page.tsx"),
  build: () => {
    // The editor's code, at the same time as its page.
    import("#web/game/edit/create-level-editor.ts").catch(() => {});
    return import("#web/features/builder/pages/build-page.tsx");
  },
} as const;

export type BuilderPageName = keyof typeof builderPages;
