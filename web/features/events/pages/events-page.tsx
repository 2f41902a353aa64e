import { LevelCard } from "#web/features/levels/level-card.tsx";
import { EventsScreen } from "../events-screen.tsx";

/** Events and challenges, with their level cards. */
export default function EventsPage() {
  return <EventsScreen card={(level) => <LevelCard key={level.id} level={level} />} />;
}
