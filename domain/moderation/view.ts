import { optionField, pageField, queryText, queryView, type ViewOf } from "../api/list-view.ts";
import { REPORT_TYPES } from "../reports/types.ts";
import { APPEAL_STATES, CASE_ORDERS, CASE_STATES } from "./types.ts";

const cases = queryView({
  state: optionField(CASE_STATES, "open"),
  type: optionField(REPORT_TYPES, ""),
  order: optionField(CASE_ORDERS, ""),
  page: pageField,
});
type CaseQuery = ViewOf<typeof cases>;
/** The state of the case queue as its URL and its request have it. An empty type means every type. */
export type CaseView = CaseQuery & { order: Exclude<CaseQuery["order"], ""> };

/** Open cases are handled in order, so the oldest come first; decided ones start with the newest decision. */
export const defaultOrder = (state: CaseView["state"]): CaseView["order"] =>
  state === "decided" ? "newest" : "oldest";

export function readCaseView(query: URLSearchParams): CaseView {
  const view = cases.read(query);
  return { ...view, order: view.order || defaultOrder(view.state) };
}

/** The first page of the same type in another state. Keeps the order only if the user chose it. */
export const withState = (view: CaseView, state: CaseView["state"]): CaseView => ({
  ...view,
  state,
  order: view.order === defaultOrder(view.state) ? defaultOrder(state) : view.order,
  page: 1,
});

export const writeCaseView = (view: CaseView): string =>
  queryText(cases.write({ ...view, order: view.order === defaultOrder(view.state) ? "" : view.order }));

const appeals = queryView({ state: optionField(APPEAL_STATES, "waiting"), page: pageField });
export type AppealView = ViewOf<typeof appeals>;
export const readAppealView = appeals.read;
export const writeAppealView = (view: AppealView): string => queryText(appeals.write(view));
