import { useQuery } from "@tanstack/react-query";
import { type Level, relatedLevelsRoute } from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { LevelCard } from "#web/components/levels/level-card.tsx";
import { queryFor } from "#web/lib/query.ts";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Section } from "#web/ui/page.tsx";
import styles from "./related-levels.module.css";
import { RelatedLevelsPlaceholder } from "./related-levels-placeholder.tsx";

const relatedLevelsText = {
  byCreator: (username: string) => `More by ${username}`,
  allByCreator: "All of theirs",
  similar: "More like this",
  allLevels: "All levels",
} as const;

interface RowProps {
  heading: string;
  levels: readonly LevelCardData[];
  more: { to: string; label: string };
}

function Row({ heading, levels, more }: RowProps) {
  if (levels.length === 0) return null;
  return (
    <Section heading={heading} actions={<MoreLink {...more} />}>
      <div className={styles.row}>
        {levels.map((level) => (
          <LevelCard key={level.id} level={level} variant="small" />
        ))}
      </div>
    </Section>
  );
}

/** Levels to play next: more by the creator, and levels like this one. Renders nothing if they can't be loaded. */
export default function RelatedLevels({ level }: { level: Level }) {
  const { data, isPending } = useQuery({
    ...queryFor(relatedLevelsRoute, { params: { id: level.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <RelatedLevelsPlaceholder />;
  if (!data) return null;
  const { username } = level.user;
  return (
    <div className={styles.rows}>
      <Row
        heading={relatedLevelsText.byCreator(username)}
        levels={data.by_creator}
        more={{ to: `/users/${username}/levels`, label: relatedLevelsText.allByCreator }}
      />
      <Row
        heading={relatedLevelsText.similar}
        levels={data.similar}
        more={{ to: "/levels", label: relatedLevelsText.allLevels }}
      />
    </div>
  );
}
