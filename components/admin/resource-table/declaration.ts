import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import type { BulkResult } from '@/lib/kit/api/rows/bulk'
import type { ElementCode, NeedsElement } from '@/lib/menu/elements'
import type { Answer, EndpointKey } from '@/lib/server/client'

/* The options with which a page declares its list. */

/** A row of the list that this endpoint returns. */
export type RowOf<A extends EndpointKey> =
  Answer<A> extends { items: (infer Row)[] } ? Row : Answer<A> extends (infer Row)[] ? Row : never

/** The kinds of value, with the options of each. */
type Text = { kind?: 'text' }
type Tag = { kind: 'tag'; dictionary: string }
/** `alt` is the field that describes the picture. Without it, the picture is decorative. */
type Image<Row> = { kind: 'image'; alt?: Extract<keyof Row, string> }
type Rendered<Row> = { kind?: never; render: (row: Row) => ReactNode }

/** The kinds that fit a value of this type. */
type KindOptions<Row, Value> =
  | Rendered<Row>
  | (NonNullable<Value> extends number
      ? Text | { kind: 'number' | 'money' } | Tag
      : NonNullable<Value> extends boolean
        ? { kind: 'boolean' }
        : NonNullable<Value> extends string
          ? Text | { kind: 'code' | 'time' } | Tag | Image<Row>
          : NonNullable<Value> extends readonly { name: string }[]
            ? { kind: 'names' }
            : never)

export type Kind = 'text' | 'code' | 'number' | 'money' | 'time' | 'boolean' | 'tag' | 'names' | 'image'

interface ColumnOptions<Row> {
  label: string
  kind?: Kind
  dictionary?: string
  alt?: Extract<keyof Row, string>
  /** In pixels, independent of the content. One column of a table has no width and takes the remaining space. */
  width?: number
  /** For a list that the server sorts: whether the endpoint can sort by this field. */
  sort?: boolean
  /** Hidden by default; users can show and hide columns. */
  hidden?: boolean
  /** The fields in the list's file, if it shows several. */
  fields?: readonly Extract<keyof Row, string>[]
  /**
   * On phones, where rows are cards: `false` omits it, because another column shows the same or it is too large; `line`
   * gives it a separate line, beside the first time of the row.
   */
  card?: false | 'line'
  /** Renders the cell, if no kind fits. */
  render?: (row: Row) => ReactNode
}

/**
 * A column: a field of the row and the kind of its value. `money` is in fen, `time` is ISO 8601 and shown as relative
 * time, `tag` takes its labels and colors from a dictionary, `names` is a list of objects with a name, `image` is the
 * URL of a picture. A list that is returned whole can be sorted by every column with a kind, by its displayed value.
 */
export type Column<Row> = {
  [Key in Extract<keyof Row, string>]: { key: Key } & ColumnOptions<Row> & KindOptions<Row, Row[Key]>
}[Extract<keyof Row, string>]

export interface Option {
  value: string
  label: string
}

/**
 * A filter: a parameter of the endpoint's query. A span is two parameters, the first inclusive and the second
 * exclusive; prices are two in fen and numbers two whole ones, both inclusive, and either may be missing. A record is
 * chosen by its id from the results of `search`; the `known` ones are offered first. `find` reads the name of a chosen
 * record that is not known.
 */
export type Filter =
  | { kind: 'text'; name: string; label: string }
  | { kind: 'choice'; name: string; label: string; options: readonly Option[] }
  | RecordFilter
  | { kind: 'span'; name: string; until: string; label: string }
  | { kind: 'prices' | 'numbers'; name: string; until: string; label: string }

export interface RecordFilter {
  kind: 'record'
  name: string
  label: string
  known: readonly Option[]
  /** Empty: the first records. Undefined: only the known ones can be chosen. */
  search: ((q: string) => Promise<readonly Option[]>) | undefined
  find?: ((id: number) => Promise<Option | undefined>) | undefined
}

/** An action for the selected rows. */
export type BulkAction<Row> = (BulkOptions<Row> & BulkWork<Row>) | BulkOpening<Row>

/** An action that runs a request. */
export type BulkWorking<Row> = Exclude<BulkAction<Row>, BulkOpening<Row>>

interface BulkButton<Row> {
  key: string
  label: string
  /** The menu element of the button. Users without this element do not see the button. */
  element: ElementCode
  /** Whether it changes a row: the menus of other rows do not offer it, and the action leaves them out. */
  applies?: (row: Row) => boolean
}

/** An action that opens a page for the selected rows. */
interface BulkOpening<Row> extends BulkButton<Row> {
  open: (rows: Row[]) => void
  /** The maximum number of rows for the page. */
  most: number
}

interface BulkOptions<Row> extends BulkButton<Row> {
  open?: never
  /** The maximum number of rows; by default that of the selection. */
  most?: number
  /** The question in the confirmation dialog. */
  confirm: (count: number) => string
  danger?: boolean
  /** Input before it runs, such as the target of a move; `run` and `runAll` get its value. */
  ask?: (onEnter: OnEnter, rows: readonly Row[]) => ReactNode
  /** The change of a row, such as "¥1.00 → ¥2.00": shown before and after it runs. */
  effect?: (row: Row, entered: string) => string
  /** Explains why it leaves out some of the selected rows, in place of the general sentence about such rows. */
  leftOut?: { applies: (row: Row) => boolean; render: (rows: readonly Row[]) => ReactNode }
}

type Bulk = z.output<typeof BulkResult>

type BulkWork<Row> =
  /** Runs for each row, one request after the other. */
  | { run: (row: Row, entered: string) => Promise<unknown>; runAll?: never }
  /** Runs for up to 100 rows by one request, with a result for each. */
  | {
      runAll: (ids: number[], entered: string) => Promise<Bulk>
      run?: never
      /** Reverts the change of the rows. */
      undo?: { changes: (row: Row) => boolean; runAll: (ids: number[]) => Promise<Bulk> }
    }

/** Receives the input; undefined: it is incomplete, and the action cannot run. */
export type OnEnter = (entered: string | undefined) => void

/** The props of the input of a bulk action. */
export interface AskProps {
  onEnter: OnEnter
}

/** An action on one row, in the menu at its end. */
export interface RowAction {
  key: string
  label: string
  /** Shown in red. */
  danger?: boolean
  onSelect: () => void
}

/** The options for deleting a row from its menu. */
interface RowRemoval<Row> {
  send: (row: Row) => Promise<unknown>
  /** Parts that are deleted too; by default, that it cannot be undone. */
  warning?: string
  /** The reason why this row cannot be deleted; undefined if it can. */
  undeletable?: (row: Row) => string | undefined
}

/** Tabs of a list, such as the statuses of its records; the first is the default. */
export interface Tabs {
  /** The parameter of the query. */
  name: string
  label: string
  /** `value` is empty for the tab without the parameter. */
  options: readonly Option[]
  /** Reads the count of each tab, by `value`; shown beside the labels once they are read. */
  readCounts?: () => Promise<Readonly<Record<string, number>>>
}

/** A row as a card: its picture, and the content below its name. */
interface Card {
  picture: ReactNode
  details: ReactNode
}

/** The members of a page that all lists share. */
export interface Page<Row> {
  items: Row[]
  page?: number
  size: number
  total?: number
  total_capped?: true
  next_cursor?: string | null
}

interface Declaration<Row extends { id: number }> {
  /** The resource: the prefix of the elements for its buttons, and the key under which hidden columns are stored. */
  name: string
  /** The caption for screen readers. Defaults to the title of the page. */
  caption?: string
  /** A page of rows, or all rows. */
  rows: Page<Row> | Row[]
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  /** Shown above the list. */
  tabs?: Tabs
  /** The label of the search field, which sets the parameter `q`. Without it, there is no search. */
  search?: string
  /** A hint for a search without results, such as that the text is too short; undefined: none. */
  searchHint?: (q: string) => string | undefined
  /** `cursor` for unbounded lists, which have no page numbers. */
  paging?: 'page' | 'cursor'
  /** With it, users can choose between a table and a grid of cards. */
  card?: (row: Row) => Card
  /** The URL of a row's own page. */
  hrefOf?: (row: Row) => string
  /** The form that rows open in a drawer; lazy-loaded. */
  form?: unknown
  /** Its drawer is wide, for long texts and tables. */
  isWide?: boolean
  /** The label of the button that opens the form or the page for a new record. */
  create?: string
  bulk?: readonly BulkAction<Row>[]
  /** The actions on one row, besides the bulk actions, which its menu has too. */
  rowActions?: (row: Row) => readonly RowAction[]
  /** Adds deletion to the menu of a row. */
  remove?: RowRemoval<Row>
  /** The reason why a row cannot be selected for bulk actions; undefined if it can. */
  unselectable?: (row: Row) => string | undefined
  /** Rows can be dragged by their picture and their name, together with the other selected ones (`dragged-rows.ts`). */
  draggable?: boolean
  /** The name of a row in labels and messages. */
  nameOf?: (row: Row) => string
  /** Reads a page of the same list. With it, all matching rows can be selected at once. */
  readPage?: (query: Record<string, string>) => Promise<{ items: Row[] }>
  /** The path of the list's endpoint, if it also returns files. */
  csv?: string
  /** The file has other lines and columns than the list. */
  ownFile?: true
  /** Further buttons beside the one for a new record. */
  actions?: ReactNode
  /** The text shown while there are no records. */
  empty?: string
}

/** A list, as a page declares it. Its type requires that the elements of its buttons exist. */
export type ResourceList<Row extends { id: number }> = Declaration<Row> &
  NeedsElement<'create', 'name', 'create'> &
  NeedsElement<'remove', 'name', 'delete'> &
  NeedsElement<'csv', 'name', 'export'>

/**
 * The options for opening rows in a drawer. The drawer reads the record, because a row has only the fields of the list.
 */
export type DrawerOptions<Entity> =
  | {
      form: ComponentType<RecordFormProps<Entity>>
      /** Reads a record, which need not be in the list. Undefined if it does not exist. */
      read: (id: number) => Promise<Entity | undefined>
    }
  | { form?: undefined; read?: undefined }
