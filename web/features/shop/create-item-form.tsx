import { useQuery } from "@tanstack/react-query";
import { Brush, Download, Layers } from "lucide-react";
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { OutputOf, RawInputOf } from "#domain/api/route.ts";
import type { SessionUser } from "#domain/auth/api.ts";
import { isStaff } from "#domain/auth/roles.ts";
import { avatarRoute } from "#domain/avatar/api.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import { MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import type { FieldErrors } from "#domain/errors.ts";
import { ITEM_TYPES, type ItemTypeId, type ItemTypeName } from "#domain/items/item-types.ts";
import { creationCost, hasModel, hasTemplate } from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { createItemRoute } from "#domain/shop/api.ts";
import { MissingCoins } from "#web/components/missing-coins.tsx";
import { coinsText } from "#web/components/text/coins.ts";
import { TYPE_ICONS } from "#web/components/type-icons.ts";
import { ResponseError, upload } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { queryFor } from "#web/lib/query.ts";
import { typedNumber, typedNumberProblem } from "#web/lib/typed-number.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { BopiPreview, type LocalItem, type PreviewLook } from "#web/scene/bopi-preview.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card, Progress } from "#web/ui/card.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./create.module.css";
import { ItemAboutFields, SaleFields } from "./item-about-fields.tsx";
import {
  creatableTypes,
  type ItemFields,
  newItemFields,
  priceFieldProblem,
  priceInput,
  updateFields,
} from "./item-fields.ts";
import { createItemText as text } from "./text/create-item.ts";
import { ModelField, TextureField, useModel, useTexture } from "./texture-field.tsx";

function useOwnLook(user: SessionUser): PreviewLook {
  const { data: avatar } = useQuery(queryFor(avatarRoute, { params: { userId: user.id } }));
  return useMemo(
    () => ({
      colors: avatar ? colorsOf(avatar) : MANNEQUIN_COLORS,
      items: Object.fromEntries(SLOTS.map((slot) => [slot, avatar?.[slot] ?? null])),
    }),
    [avatar],
  );
}

/** Previews the local files on the user's bopi, before anything is uploaded. */
function TryOn({ user, item }: { user: SessionUser; item: LocalItem }) {
  const look = useOwnLook(user);
  const { category, texture, mesh } = item;
  const local = useMemo(() => ({ category, texture, mesh }), [category, texture, mesh]);
  const isEmpty = hasModel(category) ? mesh === null : texture === null;
  return (
    <div className={styles.stage}>
      <BopiPreview
        look={look}
        localItem={isEmpty ? null : local}
        picture={user.bopi.avatar_url}
        alt={text.previewPicture}
        label={text.previewLabel}
      />
      {isEmpty && (
        <p className={styles.stageHint}>{hasModel(category) ? text.previewEmptyModel : text.previewEmpty}</p>
      )}
    </div>
  );
}

interface TypePickerProps {
  types: readonly ItemTypeId[];
  value: ItemTypeId;
  onChange: (type: ItemTypeId) => void;
  hint?: string | undefined;
}

function TypePicker({ types, value, onChange, hint }: TypePickerProps) {
  const id = useId();
  return (
    <fieldset className={styles.types} aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>{text.type}</legend>
      <div className={styles.typeList}>
        {types.map((type) => {
          const name = ITEM_TYPES[type];
          const Icon = TYPE_ICONS[name];
          return (
            <label className={styles.type} key={type}>
              <input type="radio" name={id} checked={type === value} onChange={() => onChange(type)} />
              <Icon aria-hidden />
              {text.types[name]}
            </label>
          );
        })}
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

interface StockFieldProps {
  value: string;
  onChange: (typed: string) => void;
  errors: string[] | undefined;
}

/** The total number of copies, as typed. Empty for unlimited. */
function StockField({ value, onChange, errors }: StockFieldProps) {
  const problem = typedNumberProblem(text.stock, value, LIMITS.stock);
  return (
    <TextField
      name="stock"
      label={text.stock}
      hint={text.stockHint}
      placeholder={text.stockEmpty}
      icon={Layers}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      errors={problem ? [problem] : errors}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function TemplateCard({ type }: { type: ItemTypeName }) {
  const url = `/static/templates/${type}.png`;
  return (
    <div className={styles.template}>
      <img src={url} width={132} height={132} alt={text.templatePicture(text.types[type])} key={type} />
      <div className={styles.templateText}>
        <h3>{text.template}</h3>
        <p>{text.templateText}</p>
        <LinkButton size="s" icon={Download} to={url} download={text.templateFile(type)}>
          {text.templateDownload}
        </LinkButton>
      </div>
    </div>
  );
}

/** The cost of creating an item, and the user's balance. Never blocks: the server knows about newer coins. */
function CreationCost({ user }: { user: SessionUser }) {
  const cost = creationCost(user.role);
  const missing = cost - user.coins;
  return (
    <>
      <p className={styles.cost}>
        <img src="/static/emoticons/coin.svg" width={28} height={28} alt="" />
        <span>
          {cost === 0 ? text.free : text.cost(cost)} {cost > 0 && coinsText.spend(user.coins, cost)}
        </span>
      </p>
      {missing > 0 && <MissingCoins count={missing} />}
    </>
  );
}

/** The upload's progress; at 100% the server is creating the item. */
function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.progress}>
      <Progress label={text.uploading} share={share} />
      <p role="status">{share < 1 ? text.uploaded(percent) : text.finishing}</p>
    </div>
  );
}

/** Uploads the form and reports progress. Errors without a message get the specification's (spec 2 §8). */
async function sendItem(input: RawInputOf<typeof createItemRoute>, onProgress: (share: number) => void) {
  try {
    return await upload(createItemRoute, { input }, { onProgress, fallbackMessage: text.failed });
  } catch (error) {
    if (!(error instanceof ResponseError) || error.status !== 0) throw error;
    throw new ResponseError(0, error.code, `${text.failed}. ${error.message}`);
  }
}

/** Returns a ref that says whether the component is still mounted, for use after an await. */
function useMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}

export function CreateItemForm({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  const refreshUser = useRefreshUser();
  const [query] = useSearchParams();
  const types = creatableTypes(user.role);
  const [fields, setFields] = useState(() => newItemFields(user.role, query.get("type")));
  const [stock, setStock] = useState("");
  // The same for every attempt, so a retry after a lost response doesn't create the item twice.
  const [client_id] = useState(() => crypto.randomUUID());
  const [progress, setProgress] = useState(0);
  const mounted = useMounted();
  const type = fields.type_id;
  const texture = useTexture(type);
  const model = useModel(type);
  const needsModel = hasModel(type);
  /** The files that were last sent. Their errors don't apply to other files. */
  const [sent, setSent] = useState({ texture: texture.file, obj: model.file });
  const change = (part: Partial<ItemFields>) => setFields((now) => updateFields(now, part));

  const read = () => ({
    name: fields.name,
    type_id: type,
    purchasable: fields.purchasable,
    price: priceInput(fields),
    gold_month: fields.gold_month,
    ...(fields.description && { description: fields.description }),
    ...(stock && { stock: typedNumber(stock) }),
    client_id,
    // `check` below guarantees the file.
    texture: texture.file as File,
    ...(needsModel && model.file && { obj: model.file }),
  });
  const check = (): FieldErrors => {
    const problems: Record<string, string | null> = {
      texture: texture.file ? texture.problem : text.textureMissing,
      obj: needsModel ? (model.file ? model.problem : text.modelMissing) : null,
      price: priceFieldProblem(fields),
      stock: stock ? typedNumberProblem(text.stock, stock, LIMITS.stock) : null,
    };
    return Object.fromEntries(
      Object.entries(problems).flatMap(([name, problem]) => (problem ? [[name, [problem]]] : [])),
    );
  };
  const onDone = ({ id }: OutputOf<typeof createItemRoute>) => {
    refreshUser();
    // Don't navigate if the user has left the page.
    if (!mounted.current) return;
    window.scrollTo(0, 0);
    navigate(`/items/${id}`, { replace: true });
  };
  const form = useForm(createItemRoute, {
    read,
    check,
    send: (input) => {
      setProgress(0);
      return sendItem(input, setProgress);
    },
    toast: ({ state }) => (state === "shown" ? text.created : text.waits)(fields.name.trim()),
    onDone,
    changes: ["/api/inventory/**", "/api/avatarinv/**", "/api/closet/**"],
  });
  const { errors } = form;
  const errorsOf = (name: "texture" | "obj", file: File | null) =>
    (sent[name] === file && errors[name]) || [];
  const onSubmit = (event: FormEvent) => {
    setSent({ texture: texture.file, obj: model.file });
    form.props.onSubmit(event);
  };

  return (
    <form {...form.props} onSubmit={onSubmit} className={styles.form}>
      <Card className={styles.card}>
        <h2>{text.kind}</h2>
        <TypePicker
          types={types}
          value={type}
          onChange={(type_id) => change({ type_id })}
          hint={user.role === "admin" ? undefined : text.typeHint}
        />
        {hasTemplate(type) && <TemplateCard type={ITEM_TYPES[type]} />}
        {needsModel && <ModelField model={model} errors={errorsOf("obj", model.file)} />}
        <TextureField type={type} texture={texture} errors={errorsOf("texture", texture.file)} />
      </Card>
      <div className={styles.side}>
        <Card className={styles.preview}>
          <h2>{text.preview}</h2>
          <TryOn
            user={user}
            item={{
              category: type,
              texture: texture.picture?.pixels ?? null,
              mesh: needsModel ? model.mesh : null,
            }}
          />
        </Card>
        <div className={styles.footer}>
          {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
          <CreationCost user={user} />
          <Button type="submit" variant="primary" size="l" full icon={Brush} busy={form.busy}>
            {text.create}
          </Button>
          {/* An upload can't be canceled. */}
          {form.busy ? (
            <UploadProgress share={progress} />
          ) : (
            <LinkButton to={`/users/${user.username}/inventory`} variant="quiet" full>
              {text.cancel}
            </LinkButton>
          )}
        </div>
      </div>
      <Card className={styles.card}>
        <h2>{text.about}</h2>
        <ItemAboutFields fields={fields} change={change} errors={errors} />
      </Card>
      <Card className={styles.card}>
        <h2>{text.sale}</h2>
        <SaleFields fields={fields} change={change} errors={errors} isAdmin={user.role === "admin"} />
        {isStaff(user) && <StockField value={stock} onChange={setStock} errors={errors.stock} />}
      </Card>
    </form>
  );
}
