import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import type { BulkResult } from '@/lib/kit/api/rows/bulk'
import type { Namespace } from '@/lib/kit/i18n/text-name'
import type { CustomerName } from '@/lib/kit/people/name'
import type { ElementCode, NeedsElement } from '@/lib/menu/elements'
import type { SearchedResource } from '@/lib/server/admin/record-sources'
import type { Answer, EndpointKey } from '@/lib/server/client'

export type RowOf<A extends EndpointKey> =
  Answer<A> extends { items: (infer Row)[] } ? Row : Answer<A> extends (infer Row)[] ? Row : never

type Text = { kind?: 'text' }
type Tag = { kind: 'tag'; dictionary: string }
/** The field with a description; undefined: decorative. */
type Image<Row> = { kind: 'image'; alt?: Extract<keyof Row, string> }
/** `id`: the field with the record's id, if the value is its name. */
type Linked = { kind: 'record'; resource: string }
type LinkedName<Row> = Linked & { id: Extract<keyof Row, string> }
type Rendered<Row> = { kind?: never; render: (row: Row) => ReactNode }

/** For fields of the type `Value`. */
type KindOptions<Row, Value> =
  | Rendered<Row>
  | (NonNullable<Value> extends number
      ? Text | { kind: 'number' | 'money' } | Tag
      : NonNullable<Value> extends boolean
        ? { kind: 'boolean' }
        : NonNullable<Value> extends string
          ? Text | { kind: 'code' | 'time' } | Tag | Image<Row> | LinkedName<Row>
          : NonNullable<Value> extends { id: number; name: string } | CustomerName
            ? Linked
            : NonNullable<Value> extends readonly { name: string }[]
              ? { kind: 'names' }
              : never)

export type Kind = 'text' | 'code' | 'number' | 'money' | 'time' | 'boolean' | 'tag' | 'names' | 'image' | 'record'

interface ColumnOptions<Row> {
  /** By default, the text with the key in camel case in the namespace of the list. */
  label?: string
  kind?: Kind
  dictionary?: string
  alt?: Extract<keyof Row, string>
  resource?: string
  id?: Extract<keyof Row, string>
  /** In pixels. One column should have none: it takes the remaining space. */
  width?: number
  /** For a list that the server sorts, by an endpoint that can sort by this field. */
  sort?: boolean
  /** By default. Users can show and hide columns. */
  hidden?: boolean
  /** For the exported XLSX file, if the column shows several fields. */
  fields?: readonly Extract<keyof Row, string>[]
  /** On phones; by default, by kind. `false`: not shown. `line`: a separate line beside the first time. */
  card?: false | 'line'
  /** If none of the kinds fits. */
  render?: (row: Row) => ReactNode
}

/**
 * `money`: fen. `time`: ISO 8601, shown as relative time. `names`: objects with a name. `image`: a URL. Users can sort
 * whole lists by displayed values, except pictures, links, and columns with `render` but no kind.
 */
export type Column<Row> = {
  [Key in Extract<keyof Row, string>]: { key: Key } & ColumnOptions<Row> & KindOptions<Row, Row[Key]>
}[Extract<keyof Row, string>]

export interface Option {
  value: string
  label: string
}

/**
 * `name` and `until` are query parameters. A span of time has an exclusive end; prices in fen and numbers have
 * an inclusive maximum, and may lack an end.
 */
export type Filter<Row> = (ValueKind | RecordKind<Row>) & { name: string; label?: string }

type ValueKind =
  | { kind: 'text' }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'span' | 'prices' | 'numbers'; until: string }

/** Searches all records if the user may open their list, else those of the rows. Without both, only links set it. */
interface RecordKind<Row> extends Partial<Search> {
  kind: 'record'
  resource?: SearchedResource
  /** With their names. */
  known?: (row: Row) => Known | readonly Known[]
}

interface Known {
  id: number | null
  name: string
}

interface Search {
  /** An empty text returns the first records. */
  search: (q: string) => Promise<readonly Option[]>
  /** Also of a record that is not in the rows. */
  find: (id: number) => Promise<Option | undefined>
}

/** `known` records are offered first. */
export type ShownFilter = (ValueKind | ({ kind: 'record' } & Records)) & { name: string; label: string }

export interface Records extends Partial<Search> {
  known: readonly Option[]
}

export type BulkAction<Row> = (BulkOptions<Row> & BulkWork<Row>) | BulkOpening<Row>

export type BulkWorking<Row> = Exclude<BulkAction<Row>, BulkOpening<Row>>

interface BulkButton<Row> {
  key: string
  label: string
  /** Users without this element do not see the button. */
  element: ElementCode
  /** false: the row's menu does not offer the action, and the bulk action leaves out the row. */
  applies?: (row: Row) => boolean
}

interface BulkOpening<Row> extends BulkButton<Row> {
  open: (rows: Row[]) => void
  /** Rows that the page can show. */
  most: number
}

interface BulkOptions<Row> extends BulkButton<Row> {
  open?: never
  /** undefined: all selected rows. */
  most?: number
  confirm: (count: number) => string
  danger?: boolean
  /** An input before the action, such as the target of a move. `run` and `runAll` get the value. */
  ask?: (onEnter: OnEnter, rows: readonly Row[]) => ReactNode
  /** Such as "¥1.00 → ¥2.00". Shown before and after the action runs. */
  effect?: (row: Row, entered: string) => string
  /** Explains left-out rows; the dialog only counts those for which `applies` is false. */
  leftOut?: { applies: (row: Row) => boolean; render: (rows: readonly Row[]) => ReactNode }
}

type Bulk = z.output<typeof BulkResult>

type BulkWork<Row> =
  /** One request after the other. */
  | { run: (row: Row, entered: string) => Promise<unknown>; runAll?: never }
  /** For up to 100 rows. The response has a result for each row. */
  | {
      runAll: (ids: number[], entered: string) => Promise<Bulk>
      run?: never
      /** `changes` gets a row before the action; only rows that the action changes are reverted. */
      undo?: { changes: (row: Row) => boolean; runAll: (ids: number[]) => Promise<Bulk> }
    }

/** undefined: the input is incomplete and the action cannot run. */
export type OnEnter = (entered: string | undefined) => void

export interface AskProps {
  onEnter: OnEnter
}

export interface RowAction {
  key: string
  label: string
  /** Shown in red. */
  danger?: boolean
  onSelect: () => void
}

/** From the menu of a row. */
interface RowRemoval<Row> {
  send: (row: Row) => Promise<unknown>
  /** By default, that deletion cannot be undone. */
  warning?: string
  /** The reason why this row cannot be deleted. */
  undeletable?: (row: Row) => string | undefined
}

/** Such as statuses. The tab with all records is the default. */
export interface Tabs<Value = string> {
  /** The query parameter. */
  name: string
  label: string
  /** In the order of display, after the tab `all`. Labels are in `tab` of the list's namespace. */
  values: readonly Value[]
  /** By `value`, shown beside the labels. */
  readCounts?: () => Promise<Readonly<Record<string, number>>>
}

/** Below the picture and the name of the row. */
interface Card {
  picture: ReactNode
  details: ReactNode
}

export interface Page<Row> {
  items: Row[]
  page?: number
  size: number
  total?: number
  total_capped?: true
  next_cursor?: string | null
}

interface Declaration<Row extends { id: number }, DeclaredColumn, DeclaredFilter, TabValue> {
  /** The prefix of page elements, and the key for storing hidden columns. */
  name: Namespace
  /** With the default labels of columns and filters. By default, `name`. */
  texts?: Namespace
  /** For screen readers. By default, the title of the page. */
  caption?: string
  rows: Page<Row> | Row[]
  columns: readonly DeclaredColumn[]
  filters?: readonly DeclaredFilter[]
  tabs?: Tabs<TabValue>
  /** Of the search field, which sets the parameter `q`. */
  search?: string
  /** For a search without results, such as that the text is too short. */
  searchHint?: (q: string) => string | undefined
  /** `cursor`: for lists that grow without limit; without page numbers. */
  paging?: 'page' | 'cursor'
  /** Users can then choose between a table and a grid of cards. */
  card?: (row: Row) => Card
  /** In a drawer. Loaded when it opens for the first time. */
  form?: unknown
  /** For long texts and tables. */
  isWide?: boolean
  /** Label of the button for a new record. */
  create?: string
  bulk?: readonly BulkAction<Row>[]
  /** Besides the bulk actions. */
  rowActions?: (row: Row) => readonly RowAction[]
  remove?: RowRemoval<Row>
  /** The reason why a row cannot be selected for bulk actions. */
  unselectable?: (row: Row) => string | undefined
  /** By their picture and name (`dragged-rows.ts`). A selected row drags all selected rows. */
  draggable?: boolean
  /** By default, a field such as `title` or `name` (`recordName`). */
  nameOf?: (row: Row) => string
  /** Lets users select all matching rows at once. */
  readPage?: (query: Record<string, string>) => Promise<{ items: Row[] }>
  /** The path of the endpoint that returns a file. */
  csv?: string
  /** The file has other lines and columns than the list. */
  ownFile?: true
  /** Beside the button for a new record. */
  actions?: ReactNode
}

export type ResourceList<Row extends { id: number }> = Declaration<Row, Column<Row>, Filter<Row>, string> & Elements

type Elements = NeedsElement<'create', 'name', 'create'> &
  NeedsElement<'remove', 'name', 'delete'> &
  NeedsElement<'csv', 'name', 'export'>

/** Needs declared page elements for buttons, and labels. `Labeled`: keys and names with a default label. */
export type LabeledList<Row extends { id: number }, Labeled, TabValue> = Declaration<
  Row,
  Column<Row> & ({ key: Labeled; label?: string } | { key: string; label: string }),
  Filter<Row> & ({ name: Labeled; label?: string } | { name: string; label: string }),
  TabValue
> &
  Elements

/** The drawer reads the record, because the list returns only a part of its fields. */
export type DrawerOptions<Entity> =
  | {
      form: ComponentType<RecordFormProps<Entity>>
      /** Also of a record that is not in the list. */
      read: (id: number) => Promise<Entity | undefined>
    }
  | { form?: undefined; read?: undefined }
