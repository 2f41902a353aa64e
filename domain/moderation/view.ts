import { readPage } from "../api/list-view.ts";
import { REPORT_TYPES, type ReportType } from "../reports/types.ts";
import { APPEAL_STATES, CASE_ORDERS, CASE_STATES } from "./types.ts";

/** What the queue of cases shows, as its address has it and as it asks for it. An empty type means every kind. */
export interface CaseView {
  state: (typeof CASE_STATES)[number];
  type: "" | ReportType;
  order: (typeof CASE_ORDERS)[number];
  page: number;
}

/** Open cases wait in line, so the oldest come first. Of decided ones the newest decisions come first. */
export const usualOrder = (state: CaseView["state"]): CaseView["order"] =>
  state === "decided" ? "newest" : "oldest";

/** Reads the queue's address; values that mean nothing are left out. */
export function readCaseView(query: URLSearchParams): CaseView {
  const state = CASE_STATES.find((one) => one === query.get("state")) ?? "open";
  return {
    state,
    type: REPORT_TYPES.find((one) => one === query.get("type")) ?? "",
    order: CASE_ORDERS.find((one) => one === query.get("order")) ?? usualOrder(state),
    page: readPage(query),
  };
}

/** The first page of the same kind of case in another state. An order that was not chosen gives way to the usual one. */
export const inState = (view: CaseView, state: CaseView["state"]): CaseView => ({
  ...view,
  state,
  order: view.order === usualOrder(view.state) ? usualOrder(state) : view.order,
  page: 1,
});

/** The address query of a view: "?type=item", or nothing where all is as it is unless told. */
export function writeCaseView({ state, type, order, page }: CaseView): string {
  const query = new URLSearchParams();
  if (state !== "open") query.set("state", state);
  if (type) query.set("type", type);
  if (order !== usualOrder(state)) query.set("order", order);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}

/** What the queue of appeals shows. */
export interface AppealView {
  state: (typeof APPEAL_STATES)[number];
  page: number;
}

export const readAppealView = (query: URLSearchParams): AppealView => ({
  state: APPEAL_STATES.find((one) => one === query.get("state")) ?? "waiting",
  page: readPage(query),
});

export function writeAppealView({ state, page }: AppealView): string {
  const query = new URLSearchParams();
  if (state !== "waiting") query.set("state", state);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}
