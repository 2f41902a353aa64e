import * as contracts from "./contracts.ts";
import { type Page, page } from "./page.ts";

const isPage = (value: unknown): value is Page =>
  typeof value === "object" && value !== null && "module" in value && "path" in value && "access" in value;

/** Every control and component, for developers. */
const designSystemPage = page("/dev/ui", {
  access: "public",
  module: "dev/ui",
  group: "rare",
  title: "Design system",
  developmentOnly: true,
});

/** Sorts words before parameters, so the first page that matches a URL is the right one. */
const bySpecificity = ({ path: a }: Page, { path: b }: Page): number => {
  const key = (path: string) => path.replaceAll(":", "~");
  return key(a) < key(b) ? -1 : 1;
};

/** Every page of the web app. Other URLs return the 404 page. */
export const PAGES: readonly Page[] = [
  ...Object.values(contracts).flatMap((contract) => Object.values<unknown>(contract).filter(isPage)),
  designSystemPage,
].sort(bySpecificity);
