import { StaffEvents } from "#web/features/events/staff/staff-events.tsx";
import { StaffPage } from "../staff-page.tsx";

/** Manages events. */
export default function StaffEventsPage() {
  return <StaffPage admin>{(nav) => <StaffEvents nav={nav} />}</StaffPage>;
}
