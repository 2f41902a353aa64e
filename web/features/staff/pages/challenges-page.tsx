import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Challenge, endChallengeRoute, staffChallengesRoute } from "#domain/events/api.ts";
import { eventState } from "#web/features/events/days.ts";
import { ChallengeForm } from "#web/features/events/staff/challenge-form.tsx";
import styles from "#web/features/events/staff/staff.module.css";
import { StaffEventList } from "#web/features/events/staff/staff-event-list.tsx";
import { StaffEventRow } from "#web/features/events/staff/staff-event-row.tsx";
import { eventsText, staffEventsText as text } from "#web/features/events/text.ts";
import { call } from "#web/lib/api.ts";
import { useNow } from "#web/lib/now.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { StaffNav } from "../staff-nav.tsx";

function ChallengeRow({ challenge, now, onEdit }: { challenge: Challenge; now: number; onEdit: () => void }) {
  const { id, name, goal_formatted, level } = challenge;
  return (
    <StaffEventRow
      item={challenge}
      state={eventState(challenge, now)}
      name={name}
      heading={name}
      onEdit={onEdit}
      ending={{
        title: text.challenge.end(name),
        question: text.challenge.endText,
        action: text.challenge.endAction,
        end: () => call(endChallengeRoute, { params: { id } }),
      }}
    >
      {eventsText.goal(goal_formatted)}
      {": "}
      {level ? (
        <Link className={styles.level} to={level.url}>
          <bdi>{level.title}</bdi>
        </Link>
      ) : (
        text.levelDeleted
      )}
    </StaffEventRow>
  );
}

export default function StaffChallengesPage() {
  const page = usePage();
  const list = useQuery(listQueryFor(staffChallengesRoute, { input: { page } }));
  // useNow ticks in minutes: never show a time before the response.
  const now = useNow(list.dataUpdatedAt);
  const [form, setForm] = useState<{ challenge: Challenge | null } | null>(null);
  return (
    <Page
      title={text.challenge.title}
      actions={
        <Button variant="primary" icon={Plus} onClick={() => setForm({ challenge: null })}>
          {text.challenge.add}
        </Button>
      }
    >
      <StaffNav />
      <StaffEventList
        query={list}
        page={page}
        kind="challenge"
        row={(challenge) => (
          <ChallengeRow challenge={challenge} now={now} onEdit={() => setForm({ challenge })} />
        )}
      />
      {form && <ChallengeForm challenge={form.challenge} onClose={() => setForm(null)} />}
    </Page>
  );
}
