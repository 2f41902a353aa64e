import { optionField, queryView, type ViewOf } from "../api/list-view.ts";
import { ERROR_KINDS, ERROR_STATES } from "./errors.ts";

const view = queryView({ state: optionField(ERROR_STATES, "open"), kind: optionField(ERROR_KINDS, "") });
/** Which errors the system page lists. An empty kind is all of them. */
export type SystemView = ViewOf<typeof view>;
export const readSystemView = view.read;
export const writeSystemView = (system: SystemView): string => `?${view.write(system)}`;
