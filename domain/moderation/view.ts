import { readPage } from "../api/list-view.ts";
import { REPORT_TYPES, type ReportType } from "../reports/types.ts";
import { APPEAL_STATES, CASE_ORDERS, CASE_STATES } from "./types.ts";

/** The state of the case queue as its URL and its request have it. An empty type means every type. */
export interface CaseView {
  state: (typeof CASE_STATES)[number];
  type: "" | ReportType;
  order: (typeof CASE_ORDERS)[number];
  page: number;
}

/** Open cases are handled in order, so the oldest come first; decided ones start with the newest decision. */
export const defaultOrder = (state: CaseView["state"]): CaseView["order"] =>
  state === "decided" ? "newest" : "oldest";

/** Reads the queue's URL query and ignores invalid values. */
export function readCaseView(query: URLSearchParams): CaseView {
  const state = CASE_STATES.find((value) => value === query.get("state")) ?? "open";
  return {
    state,
    type: REPORT_TYPES.find((value) => value === query.get("type")) ?? "",
    order: CASE_ORDERS.find((value) => value === query.get("order")) ?? defaultOrder(state),
    page: readPage(query),
  };
}

/** The first page of the same type in another state. Keeps the order only if the user chose it. */
export const withState = (view: CaseView, state: CaseView["state"]): CaseView => ({
  ...view,
  state,
  order: view.order === defaultOrder(view.state) ? defaultOrder(state) : view.order,
  page: 1,
});

/** The URL query of a view: "?type=item", or empty for the defaults. */
export function writeCaseView({ state, type, order, page }: CaseView): string {
  const query = new URLSearchParams();
  if (state !== "open") query.set("state", state);
  if (type) query.set("type", type);
  if (order !== defaultOrder(state)) query.set("order", order);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}

/** The state of the appeal queue. */
export interface AppealView {
  state: (typeof APPEAL_STATES)[number];
  page: number;
}

export const readAppealView = (query: URLSearchParams): AppealView => ({
  state: APPEAL_STATES.find((value) => value === query.get("state")) ?? "waiting",
  page: readPage(query),
});

export function writeAppealView({ state, page }: AppealView): string {
  const query = new URLSearchParams();
  if (state !== "waiting") query.set("state", state);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}
