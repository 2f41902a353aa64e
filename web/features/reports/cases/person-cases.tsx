import { ExternalLink, Gavel } from "lucide-react";
import { useState } from "react";
import type { OpenWork } from "#domain/moderation/api.ts";
import { MAX_DECIDED_AT_ONCE } from "#domain/moderation/rules.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { caseText } from "../text/case.ts";
import { moderationText } from "../text/moderation.ts";
import { personCasesText as text } from "../text/person-cases.ts";
import { kindName, reasonName } from "../text/reports.ts";
import styles from "./case.module.css";

const decideManyForm = lazyPart(() => import("./decide-many-form.tsx"));

type Case = OpenWork["cases"][number];

interface CaseRowProps {
  card: Case;
  isChosen: boolean;
  isFull: boolean;
  onChoose: (isChosen: boolean) => void;
}

function CaseRow({ card, isChosen, isFull, onChoose }: CaseRowProps) {
  const { id, type, name, reason, reports_count, claimed_by, created_at } = card;
  const title = name || caseText.title(id);
  return (
    <li className={styles.row}>
      <div className={styles.choice}>
        <Checkbox
          label={<span className="sr-only">{text.choose(title)}</span>}
          checked={isChosen}
          disabled={isFull && !isChosen}
          onChange={onChoose}
        />
        <div className={styles.sender}>
          <TextLink className={styles.caseLink} to={`/staff/reports/${id}`}>
            <bdi>{title}</bdi>
          </TextLink>
          <span className={styles.muted}>
            {kindName(type)} · {reasonName(reason)} · <RelativeTime value={created_at} />
          </span>
          <Badge {...(reports_count > 1 && { tone: "accent" as const })}>
            {moderationText.reports(reports_count)}
          </Badge>
          {claimed_by && (
            <Badge>
              {moderationText.claimedBy} {claimed_by.username}
            </Badge>
          )}
        </div>
      </div>
    </li>
  );
}

/** The open cases about a person, several of which can be decided in the same way. Renders nothing without any. */
export function PersonCases({ username, work: { cases, can_punish } }: { username: string; work: OpenWork }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isDeciding, setDeciding] = useState(false);
  if (cases.length === 0) return null;
  // A case that someone else has decided meanwhile is no longer listed.
  const ids = cases.map(({ id }) => id).filter((id) => chosen.includes(id));
  const all = cases.slice(0, MAX_DECIDED_AT_ONCE).map(({ id }) => id);
  const isFull = ids.length >= MAX_DECIDED_AT_ONCE;
  return (
    <>
      <div className={styles.bar}>
        <Button size="s" onClick={() => setChosen(ids.length === all.length ? [] : all)}>
          {ids.length === all.length ? text.none : text.all(all.length)}
        </Button>
        <Button
          size="s"
          variant="primary"
          icon={Gavel}
          disabled={ids.length === 0}
          onClick={() => setDeciding(true)}
        >
          {text.decide(ids.length)}
        </Button>
      </div>
      <ul className={styles.rows} aria-label={caseText.openCases}>
        {cases.map((card) => (
          <CaseRow
            key={card.id}
            card={card}
            isChosen={ids.includes(card.id)}
            isFull={isFull}
            onChoose={(on) => setChosen(on ? [...ids, card.id] : ids.filter((id) => id !== card.id))}
          />
        ))}
      </ul>
      {isDeciding && (
        <OnDemand
          part={decideManyForm}
          props={{
            username,
            ids,
            canPunish: can_punish,
            onClose: () => setDeciding(false),
            onDone: () => setChosen([]),
          }}
        />
      )}
    </>
  );
}

/** A person's items that wait for review, with the way to their queue. Renders nothing without any. */
export function PersonItems({ items }: Pick<OpenWork, "items">) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.rows} aria-label={text.items}>
      {items.map(({ id, name, created_at }) => (
        <li key={id} className={styles.row}>
          <div className={styles.sender}>
            <TextLink className={styles.caseLink} to={`/items/${id}`}>
              <bdi>{name}</bdi>
            </TextLink>
            <span className={styles.muted}>
              {text.itemWaits} <RelativeTime value={created_at} />
            </span>
            <LinkButton size="s" icon={ExternalLink} to="/staff/items">
              {text.toItems}
            </LinkButton>
          </div>
        </li>
      ))}
    </ul>
  );
}
