import { DEFAULT_LOOK, lookPictureUrl } from "#domain/avatar/bopi-look.ts";
import { BOPI_POSES } from "#domain/avatar/look-url.ts";
import { EMOTICONS } from "#domain/comments/rules.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { PersonCard, PersonCardSkeleton } from "#web/components/person-card.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { PresenceBubble, PresenceText } from "#web/components/presence-bubble.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card, Progress } from "#web/ui/card.tsx";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Table } from "#web/ui/page.tsx";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { Case, ExampleRow } from "./case.tsx";
import styles from "./ui-page.module.css";

const LONG = "A tower of blocks that sways in the wind, with a rope bridge in the middle. ".repeat(6);
const PERSON = {
  url: "/users/bobby",
  bopi: { headshot_url: lookPictureUrl(DEFAULT_LOOK, { pose: "headshot", size: 160 }) },
};
const PRESENCES = [
  { username: "bobby", online: true, player: null },
  { username: "goldie", online: true, player: { level: { id: 1, title_tooltip: "Sky Maze" } } },
  { username: "Quiet_Quinn", online: false, player: null },
];
const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8"];

export function DisplayCases() {
  return (
    <>
      <Case name="Banner">
        <Banner onDismiss={() => {}}>That username is taken.</Banner>
        <Banner tone="notice" action={<Button size="s">Send again</Button>}>
          Verify your email address.
        </Banner>
      </Case>
      <Case name="Badge, Card, Progress">
        <ExampleRow>
          <Badge>Plain</Badge>
          <Badge tone="accent">Challenge</Badge>
          <Badge tone="playing">12 Playing</Badge>
          <Badge color="7b3fe4">Purple week</Badge>
          <Badge color="#c9ff4d">Lime week</Badge>
        </ExampleRow>
        <Card lift>A card that lifts</Card>
        <Progress label="XP" share={0.62} />
      </Case>
      <Case name="PersonCard, PresenceBubble">
        {PRESENCES.map(({ username, ...presence }) => (
          <PersonCard
            key={username}
            person={{
              ...PERSON,
              username,
              has_gold: username === "goldie",
              gold_username: username === "goldie",
            }}
            bubble={<PresenceBubble {...presence} />}
            line={<PresenceText {...presence} fallback="Spirit level 7" />}
            more={presence.player ? "Electrician by day, laser hallway architect by night." : ""}
            actions={
              !presence.player && (
                <>
                  <Button size="s" variant="primary">
                    Accept
                  </Button>
                  <Button size="s">Decline</Button>
                </>
              )
            }
          />
        ))}
        <PersonCardSkeleton />
      </Case>
      <Case name="Num, Time">
        <p>
          <CompactNumber value={1234} /> plays, <CompactNumber value={987} /> clears, made{" "}
          <RelativeTime value="2026-01-02T03:04:05Z" />
        </p>
      </Case>
      <Case name="Truncate">
        <Truncate>{LONG}</Truncate>
        <Truncate>Short enough.</Truncate>
      </Case>
      <Case name="Skeleton">
        <ExampleRow>
          <Skeleton width={44} height={44} round />
          <Skeleton width={180} />
        </ExampleRow>
        <SkeletonText />
      </Case>
      <Case name="EmptyState">
        <EmptyState title="No results" text="Try another word, or fewer filters." pose="shrug">
          <Button>Clear filters</Button>
        </EmptyState>
      </Case>
      <Case name="ErrorState">
        <ErrorState error={new Error("Bopolis didn't answer.")} onRetry={() => {}} />
      </Case>
      <Case name="Emoticons">
        <ExampleRow>
          {EMOTICONS.map((name) => (
            <img key={name} src={`/static/emoticons/${name}.svg`} width={48} height={48} alt={name} />
          ))}
        </ExampleRow>
      </Case>
      <Case name="Carousel" wide>
        <Carousel label="Example">
          {NUMBERS.map((number) => (
            <Card key={number} lift className={styles.tile}>
              <TextLink standalone to={`?card=${number}`}>
                {number}
              </TextLink>
            </Card>
          ))}
        </Carousel>
      </Case>
      <Case name="Table" wide>
        <Table label="Ratings">
          <thead>
            <tr>
              <th>Username</th>
              <th>Level</th>
              <th>Clear time</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>mira</td>
              <td>Sky Maze</td>
              <td>01:23.456</td>
            </tr>
          </tbody>
        </Table>
      </Case>
      <Case name="CardTable" wide>
        <CardTable label="Coins" columns={["Source", "Coins"]}>
          {PRESENCES.map(({ username }, i) => (
            <tr className={cardRow()} key={username}>
              <td>{username}</td>
              <td>{25 * i}</td>
            </tr>
          ))}
        </CardTable>
        <CardTable label="Coins to come" columns={["Source", "Coins"]} busy>
          <tr className={cardRow()}>
            <td>
              <Skeleton width={150} />
            </td>
            <td>
              <Skeleton width={60} />
            </td>
          </tr>
        </CardTable>
      </Case>
      <Case name="PosedBopi" wide>
        <ExampleRow>
          {BOPI_POSES.map((pose) => (
            <div key={pose} style={{ width: 170 }}>
              <PosedBopi pose={pose} />
            </div>
          ))}
        </ExampleRow>
      </Case>
    </>
  );
}
