import { EventsScreen } from "#web/features/events/events-screen.tsx";
import { LevelCard } from "#web/features/levels/level-card.tsx";

/** Events and challenges with the cards of their levels. */
export default function EventsPage() {
  return <EventsScreen card={(level) => <LevelCard key={level.id} level={level} />} />;
}
