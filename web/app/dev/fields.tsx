import { Search } from "lucide-react";
import { useState } from "react";
import { FileButton } from "#web/ui/file-button.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { Checkbox, Segmented, Switch } from "#web/ui/toggle.tsx";
import { Case, Row } from "./case.tsx";

/** Things to fill in. */
export function Fields() {
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState("gradient");
  return (
    <>
      <Case name="TextField">
        <TextField label="Search" hideLabel icon={Search} placeholder="Search levels" type="search" />
        <TextField label="Title" hint="Everybody sees it." defaultValue="Sky Maze" />
        <TextField
          label="Username"
          defaultValue="no spaces"
          errors={["Username may have letters, digits and _ only."]}
        />
        <TextField label="Disabled" defaultValue="Can't touch this" disabled />
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
        <Segmented
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
        <Row>
          <Checkbox label="Show private levels" defaultChecked />
          <Checkbox label="Off" />
          <Checkbox label="Disabled" disabled />
        </Row>
        <Switch label="Comments" hint="Off: nobody can write here." defaultChecked />
        <Switch label="Off" />
      </Case>
      <Case name="FileButton">
        <FileButton label="Thumbnail" hint="PNG or JPEG, up to 8 MB." file={file} onPick={setFile} />
      </Case>
    </>
  );
}
