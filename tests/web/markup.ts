import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";

/** The HTML of a component that fetches nothing. */
export const markupOf = (node: ReactNode): string =>
  renderToStaticMarkup(createElement(MemoryRouter, null, node));
