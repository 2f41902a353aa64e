import { FlaggedRunsScreen } from "#web/features/clears/flagged-runs-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** The queue of runs flagged as impossibly fast. */
export default function StaffClearsPage() {
  return <StaffPage>{(nav) => <FlaggedRunsScreen nav={nav} />}</StaffPage>;
}
