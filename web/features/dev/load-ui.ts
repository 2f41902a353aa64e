/** Loads the page of the design system, whose many files the entry point doesn't name. */
export const loadUi = () => import("./pages/ui-page.tsx");
