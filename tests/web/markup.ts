import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";

/** What a component that asks for nothing draws, as HTML. */
export const markupOf = (node: ReactNode): string =>
  renderToStaticMarkup(createElement(MemoryRouter, null, node));
