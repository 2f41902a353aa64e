import { StaffPage } from "../staff-page.tsx";
import { GoldMonthScreen } from "../tools/gold-month-screen.tsx";

/** The Gold months' items. */
export default function StaffGoldMonthPage() {
  return <StaffPage admin>{(nav) => <GoldMonthScreen nav={nav} />}</StaffPage>;
}
