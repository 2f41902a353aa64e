import { Link } from "react-router";
import { Headshot } from "#web/components/headshot.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { Rewards } from "#web/components/rewards.tsx";
import { formatCount } from "#web/lib/format.ts";
import { Countdown } from "#web/ui/countdown.tsx";
import styles from "./event-details.module.css";
import type { EventStageProps } from "./event-stage.tsx";

const eventDetailsText = {
  players: (count: number) => `${formatCount(count, "player")} in it right now`,
  participants: "Members who take part",
  ends: "Ends in",
} as const;

type Event = EventStageProps["event"];

function Participants({ players, participants }: Pick<Event, "players" | "participants">) {
  if (players === 0 && participants.length === 0) return null;
  return (
    <div className={styles.people}>
      {participants.length > 0 && (
        <ul className={styles.faces} aria-label={eventDetailsText.participants}>
          {participants.map((participant) => (
            <li key={participant.id}>
              <Link to={participant.url} title={participant.username}>
                <Headshot user={participant} size={40} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {players > 0 && <p>{eventDetailsText.players(players)}</p>}
    </div>
  );
}

export interface EventDetailsProps {
  event: Event;
  onEnd: () => void;
}

export default function EventDetails({ event, onEnd }: EventDetailsProps) {
  const { ends_on, reward } = event;
  return (
    <div className={styles.details}>
      <Participants {...event} />
      <Countdown key={ends_on} endDay={ends_on} label={eventDetailsText.ends} onEnd={onEnd} />
      <div className={styles.rewards}>
        <Rewards reward={{ ...reward, items: reward.item ? [reward.item] : [] }} />
      </div>
      <PosedBopi pose="cheer" className={styles.bopi} />
    </div>
  );
}
