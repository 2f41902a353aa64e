import {
  Bell,
  Box,
  Crown,
  EllipsisVertical,
  Flag,
  LayoutGrid,
  Pencil,
  Search,
  Shirt,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import type { ItemCardData as Item } from "#domain/items/item-card.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { THEME_CHOICES } from "#domain/site.ts";
import { ItemCardSkeleton, ItemGrid } from "#web/components/item-card.tsx";
import { Rewards } from "#web/components/rewards.tsx";
import { serverTime } from "#web/lib/server-clock.ts";
import { saveTheme, useTheme } from "#web/lib/theme.ts";
import { Button } from "#web/ui/button.tsx";
import { CategoryNav } from "#web/ui/category-nav.tsx";
import { Chart } from "#web/ui/chart.tsx";
import { chartScale } from "#web/ui/chart-scale.ts";
import { Checkbox, SegmentedControl, Switch } from "#web/ui/checkbox.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { ConfirmModal, Modal, NoticeModal } from "#web/ui/modal.tsx";
import { Grid, Page } from "#web/ui/page.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { Case, ExampleRow } from "../case.tsx";
import { ControlCases } from "../controls.tsx";
import { DisplayCases } from "../display.tsx";
import styles from "../ui-page.module.css";

function OverlayCases() {
  const [open, setOpen] = useState<"modal" | "confirm" | "notice" | null>(null);
  const close = () => setOpen(null);
  return (
    <Case name="Modal, Confirm, Popover, Menu, Tooltip, Toast">
      <ExampleRow>
        <Button onClick={() => setOpen("modal")}>Modal</Button>
        <Button onClick={() => setOpen("confirm")}>Confirm</Button>
        <Button onClick={() => setOpen("notice")}>Notice</Button>
      </ExampleRow>
      <ExampleRow>
        <Popover
          label="Notifications"
          trigger={(props) => <IconButton {...props} icon={Bell} label="Notifications" />}
        >
          Nothing new.
        </Popover>
        <Menu
          label="Level"
          trigger={(props) => <IconButton {...props} icon={EllipsisVertical} label="More" />}
          groups={[
            {
              id: "edit",
              items: [
                { label: "Edit", icon: Pencil, to: "/levels/1/edit" },
                { label: "Report", icon: Flag },
              ],
            },
            { id: "end", items: [{ label: "Delete", icon: Trash2, danger: true }] },
          ]}
        />
        <Tooltip text="The clear was probably removed" focusable>
          N/A
        </Tooltip>
      </ExampleRow>
      <ExampleRow>
        <Button onClick={() => toast("Saved", { tone: "good" })}>Good</Button>
        <Button onClick={() => toast("That couldn't be saved", { tone: "bad" })}>Bad</Button>
        <Button onClick={() => toast("Removed", { action: { label: "Undo", onSelect: () => {} } })}>
          Undo
        </Button>
      </ExampleRow>
      <Modal
        open={open === "modal"}
        onClose={close}
        title="Rate this level"
        text="Half stars count."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Save
            </Button>
          </>
        }
      >
        <TextField label="A field" />
      </Modal>
      <ConfirmModal
        open={open === "confirm"}
        onClose={close}
        title="Delete “Sky Maze”?"
        text="Its ratings and comments go with it."
        action="Delete level"
        onConfirm={close}
      />
      <NoticeModal
        open={open === "notice"}
        onClose={close}
        title="Error joining"
        text="This level's host is full."
      />
    </Case>
  );
}

function FieldCases() {
  const [file, setFile] = useState<File | null>(null);
  const [model, setModel] = useState<File | null>(null);
  const [kind, setKind] = useState("gradient");
  const [name, setName] = useState("Far too long a name");
  return (
    <>
      <Case name="TextField">
        <TextField label="Search" hideLabel icon={Search} placeholder="Search levels" type="search" />
        <TextField label="Title" hint="Everyone sees it." defaultValue="Sky Maze" />
        <TextField
          label="Username"
          defaultValue="no spaces"
          errors={["Username can only have letters, numbers and _."]}
        />
        <TextField label="Disabled" defaultValue="Can't touch this" disabled />
        <TextField label="Name" max={12} value={name} onChange={(event) => setName(event.target.value)} />
      </Case>
      <Case name="PasswordField, CodeField">
        <PasswordField label="Password" hint="At least 8 characters." autoComplete="off" />
        <CodeField label="Code" hint="6 digits." />
      </Case>
      <Case name="TextArea">
        <TextArea label="Description" max={200} defaultValue="Three towers, one rope, no floor." />
        <TextArea label="Comment" max={12} defaultValue="This is too long 👨‍👩‍👧‍👦" rows={2} />
      </Case>
      <Case name="Select, Segmented">
        <Select
          label="Order"
          options={[
            { value: "playing", label: "Most Popular" },
            { value: "newest", label: "Newest" },
          ]}
        />
        <SegmentedControl
          label="Background"
          options={[
            { value: "solid", label: "Solid" },
            { value: "gradient", label: "Gradient" },
          ]}
          value={kind}
          onChange={setKind}
        />
      </Case>
      <Case name="Checkbox, Switch">
        <ExampleRow>
          <Checkbox label="Show private levels" defaultChecked />
          <Checkbox label="Off" />
          <Checkbox label="Disabled" disabled />
        </ExampleRow>
        <Switch label="Comments" hint="Off: no one can write here." defaultChecked />
        <Switch label="Off" />
      </Case>
      <Case name="FileButton">
        <FileButton label="Thumbnail" hint="PNG or JPEG, up to 8 MB." file={file} onPick={setFile} />
      </Case>
      <Case name="FileDrop">
        <FileDrop
          label="Model"
          hint="An .obj file."
          accept=".obj"
          icon={Box}
          prompt="Drop an .obj file here, or choose one"
          file={model}
          onPick={setModel}
          errors={model ? ["Model must be an obj"] : []}
        />
      </Case>
    </>
  );
}

const CONE: Item = {
  id: 1,
  uuid: "",
  type: { id: 1, name: "hat" },
  name: "Traffic Cone",
  thumbnail_url: "/static/item.svg",
  description: "",
  user: {
    id: 1,
    username: "admin",
    url: "/users/admin",
    level: 7,
    has_gold: false,
    gold_username: false,
    bopi: { headshot_url: "/static/item.svg", avatar_url: "/static/item.svg" },
  },
  purchasable: "onsale",
  price: 150,
  is_purchasable: true,
  abbreviated_price: "150",
  gold_month: null,
  remaining: null,
  lowest_price: null,
};
const ITEMS_ITEMS: Item[] = [
  CONE,
  { ...CONE, id: 2, price: 12_345, remaining: 3 },
  { ...CONE, id: 3, price: 0, name: "A name that goes on for longer than a line", gold_month: "2026-11-01" },
  { ...CONE, id: 4, is_purchasable: false },
  { ...CONE, id: 5, is_purchasable: false, lowest_price: 1_500 },
];
const LINKS = [
  { id: "all", label: "All", icon: LayoutGrid, to: "?category=all", active: true },
  { id: "gold", label: "Gold", icon: Crown, to: "?category=gold", active: false },
];

const DAY_MS = 86_400_000;
const POINTS = [
  { x: 0, y: 80 },
  { x: 33, y: 25 },
  { x: 67, y: 50 },
  { x: 100, y: 5 },
];
const ITEMS = [
  { id: 1, name: "Traffic Cone", thumbnail_url: "/static/item.svg" },
  { id: 2, name: "A name that is as long as an item is ever called", thumbnail_url: "/static/item.svg" },
];

function ProgressCases() {
  const now = serverTime();
  return (
    <>
      <Case name="Countdown">
        <Countdown endDay={newYorkDay(now)} label="Today ends in" />
        <Countdown endDay={newYorkDay(now + 12 * DAY_MS)} label="The event ends in" />
        <Countdown endDay={newYorkDay(now - DAY_MS)} label="The last one" />
      </Case>
      <Case name="Chart">
        <Chart
          label="Days"
          points={POINTS}
          ticks={chartScale(20).ticks}
          ends={["Nov 1, 2026", "Nov 4, 2026"]}
          describePoint={(i) => `Nov ${i + 1}, 2026: ${20 - (POINTS[i]?.y ?? 0) / 5} plays`}
          summary="Use the pointer or the arrow keys to select a day."
          dotted
        >
          {null}
        </Chart>
      </Case>
      <Case name="Rewards">
        <Rewards reward={{ coins: 25, xp: 100 }} />
        <Rewards reward={{ coins: 1, xp: 0, items: ITEMS }} />
        <Rewards reward={null} />
      </Case>
    </>
  );
}

const THEMES = THEME_CHOICES.map(({ name, name_formatted }) => ({ value: name, label: name_formatted }));

export default function UiPage() {
  return (
    <Page
      title="Design system"
      actions={
        <SegmentedControl label="Theme" hideLabel options={THEMES} value={useTheme()} onChange={saveTheme} />
      }
    >
      <div className={styles.grid}>
        <ControlCases />
        <FieldCases />
        <OverlayCases />
        <ProgressCases />
        <DisplayCases />

        <Case name="ItemCard" wide>
          <ItemGrid items={ITEMS_ITEMS} />
          <Grid min={180}>
            <ItemCardSkeleton />
          </Grid>
        </Case>
        <Case name="CategoryNav">
          <CategoryNav
            label="Example"
            groups={[
              { heading: "Official", links: LINKS },
              {
                heading: "Community",
                links: [{ id: "shirt", label: "Shirts", icon: Shirt, to: "?category=shirt", active: false }],
              },
            ]}
          />
        </Case>
      </div>
    </Page>
  );
}
