import { ScheduleScreen } from "../schedule/schedule-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** The site's scheduled jobs and their latest results. */
export default function StaffSchedulePage() {
  return <StaffPage>{(nav) => <ScheduleScreen nav={nav} />}</StaffPage>;
}
