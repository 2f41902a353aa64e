import { goldPage } from "#domain/gold/api.ts";
import { homePage } from "#domain/home/api.ts";
import { heroMarkup, heroPictureUrl } from "#domain/home/hero-markup.ts";
import { transactionsPage } from "#domain/transactions/api.ts";
import { pageHead, type ViewEntry, viewOf } from "../page-view.ts";
import { renderHeadingHtml } from "../render-html.ts";

/** The home page, and pages about the viewer's own account. */
export const ACCOUNT_VIEWS: readonly ViewEntry[] = [
  viewOf(homePage, {
    head: () => ({ ...pageHead(""), title: homePage.title }),
    renderHtml: ([home], isMember) => (isMember ? "" : heroMarkup(home?.starters ?? [])),
    picture: ([home], isMember) => (isMember ? undefined : heroPictureUrl(home?.starters ?? [])),
  }),
  viewOf(transactionsPage, { renderHtml: () => renderHeadingHtml(transactionsPage.title) }),
  viewOf(goldPage, { renderHtml: () => renderHeadingHtml(goldPage.title) }),
];
