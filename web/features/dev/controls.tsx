import { Blocks, Dices, Heart, Play, Plus, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconButton, IconLink } from "#web/ui/icon-button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { StarInput } from "#web/ui/star-input.tsx";
import { StarRating } from "#web/ui/stars.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Case, ExampleRow } from "./case.tsx";

export function ControlCases() {
  const [liked, setLiked] = useState(true);
  const [stars, setStars] = useState(7);
  const [tab, setTab] = useState("a");
  return (
    <>
      <Case name="Button">
        <ExampleRow>
          <Button>Plain</Button>
          <Button variant="primary" icon={Plus}>
            Primary
          </Button>
          <Button variant="play" icon={Play}>
            Play
          </Button>
          <Button variant="danger" icon={Trash2}>
            Delete
          </Button>
          <Button variant="quiet">Quiet</Button>
        </ExampleRow>
        <ExampleRow>
          <Button size="s">Small</Button>
          <Button size="l" variant="primary">
            Large
          </Button>
        </ExampleRow>
        <ExampleRow>
          <Button variant="primary" busy>
            Saving
          </Button>
          <Button disabled>Disabled</Button>
          <LinkButton to="/levels" icon={Blocks}>
            A link
          </LinkButton>
        </ExampleRow>
      </Case>
      <Case name="IconButton, TextLink">
        <ExampleRow>
          <IconButton icon={Heart} label="Favorite" pressed={liked} onClick={() => setLiked(!liked)} />
          <IconButton icon={X} label="Close" variant="solid" />
          <IconButton icon={Trash2} label="Delete" variant="danger" />
          <IconButton icon={Heart} label="Notifications" count={12} />
          <IconLink icon={Dices} label="Random level" to="/random-level" />
          <TextLink standalone to="/levels">
            A link in text
          </TextLink>
        </ExampleRow>
      </Case>
      <Case name="Stars">
        <ExampleRow>
          <StarRating value={0} />
          <StarRating value={5} />
          <StarRating value={8.3} size={28} />
        </ExampleRow>
        <StarInput label="Rating" value={stars} onChange={setStars} />
        <StarInput label="Difficulty" value={0} onChange={() => {}} disabled />
      </Case>
      <Case name="Tabs, TabLinks">
        <Tabs
          label="Example"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: "a", label: "Comments" },
            { id: "b", label: "Ratings" },
            { id: "c", label: "History" },
          ]}
        >
          Panel {tab}
        </Tabs>
        <TabLinks
          label="Places"
          tabs={[
            { to: "?tab=hats", label: "Hats", active: true },
            { to: "?tab=toys", label: "Toys", count: 3, active: false },
          ]}
        />
      </Case>
      <Case name="Pagination" wide>
        <Pagination page={2} meta={{ last_page: 4 }} hrefOf={(n) => `?page=${n}`} label="Few" />
        <Pagination page={9} meta={{ last_page: 120 }} hrefOf={(n) => `?page=${n}`} label="Many" />
        <Pagination page={1} meta={{ last_page: 12 }} hrefOf={(n) => `?page=${n}`} label="First" />
      </Case>
    </>
  );
}
