import { ReviewScreen } from "#web/features/items/review/review-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** The queue of items to review. */
export default function StaffItemsPage() {
  return <StaffPage>{(nav) => <ReviewScreen nav={nav} />}</StaffPage>;
}
