import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import type { BulkResult } from '@/lib/kit/api/rows/bulk'
import type { Namespace } from '@/lib/kit/i18n/text-name'
import type { CustomerName } from '@/lib/kit/people/name'
import type { ElementCode, NeedsElement } from '@/lib/menu/elements'
import type { SearchedResource } from '@/lib/server/admin/record-sources'
import type { Answer, EndpointKey } from '@/lib/server/client'

/* The options with which a page declares its list. */

/** A row of the list that this endpoint returns. */
export type RowOf<A extends EndpointKey> =
  Answer<A> extends { items: (infer Row)[] } ? Row : Answer<A> extends (infer Row)[] ? Row : never

/** The kinds of a column's values, with the options of each kind. */
type Text = { kind?: 'text' }
type Tag = { kind: 'tag'; dictionary: string }
/** `alt`: the field with a description of the picture. undefined: the picture is decorative. */
type Image<Row> = { kind: 'image'; alt?: Extract<keyof Row, string> }
/** A link to a record of another page. `id`: the field with its id, if the value of the column is its name. */
type Linked = { kind: 'record'; resource: string }
type LinkedName<Row> = Linked & { id: Extract<keyof Row, string> }
type Rendered<Row> = { kind?: never; render: (row: Row) => ReactNode }

/** The kinds that a column can have if its field has the type `Value`. */
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
  /**
   * The width in pixels, whatever the cells contain. One column of a table should have no width: that column takes the
   * remaining space.
   */
  width?: number
  /**
   * Whether users can sort by this column, for a list that the server sorts. Requires an endpoint that can sort by this
   * field.
   */
  sort?: boolean
  /** Whether the column is hidden by default. Users can show and hide columns. */
  hidden?: boolean
  /** The fields that belong to this column in the exported XLSX file, if the column shows several fields. */
  fields?: readonly Extract<keyof Row, string>[]
  /**
   * The place of the column on phones, where rows are cards. By default, the kind of the column decides. `false`: the
   * column is not shown, because its content is too large or is also in another column. `line`: on a separate line,
   * beside the first column with a time.
   */
  card?: false | 'line'
  /** Renders the cell, if none of the kinds fits. */
  render?: (row: Row) => ReactNode
}

/**
 * A column of a list: a field of the row, and the kind of the field's value. `money`: in fen. `time`: ISO 8601, shown
 * as relative time. `tag`: a value with label and color in a dictionary. `names`: a list of objects with a name.
 * `image`: the URL of a picture. `record`: a link to a record of another page. If the endpoint returns the whole list,
 * users can sort by the displayed values of all columns, except columns of pictures, of links, and columns that have
 * `render` but no kind.
 */
export type Column<Row> = {
  [Key in Extract<keyof Row, string>]: { key: Key } & ColumnOptions<Row> & KindOptions<Row, Row[Key]>
}[Extract<keyof Row, string>]

export interface Option {
  value: string
  label: string
}

/**
 * A filter of a list. `name` and `until` are parameters of the endpoint's query. A span of time has an inclusive start
 * and an exclusive end. Prices in fen and whole numbers have an inclusive minimum and maximum, and the minimum or the
 * maximum may be missing.
 */
export type Filter<Row> = (ValueKind | RecordKind<Row>) & { name: string; label?: string }

type ValueKind =
  | { kind: 'text' }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'span' | 'prices' | 'numbers'; until: string }

/**
 * A filter by the id of a record. Users search all records, if they may open the list of the resource; else they choose
 * one of the records in the rows. Without both, only links from other pages set the filter, and users can only remove
 * it.
 */
interface RecordKind<Row> extends Partial<Search> {
  kind: 'record'
  resource?: SearchedResource
  /** Returns the records of a row, with their names. */
  known?: (row: Row) => Known | readonly Known[]
}

interface Known {
  id: number | null
  name: string
}

interface Search {
  /** Searches records; an empty text returns the first records. */
  search: (q: string) => Promise<readonly Option[]>
  /** Reads the name of a record that is not in the rows. */
  find: (id: number) => Promise<Option | undefined>
}

/** A filter with its label and records. `known` records are offered first. */
export type ShownFilter = (ValueKind | ({ kind: 'record' } & Records)) & { name: string; label: string }

export interface Records extends Partial<Search> {
  known: readonly Option[]
}

/** A bulk action: an action for the selected rows. */
export type BulkAction<Row> = (BulkOptions<Row> & BulkWork<Row>) | BulkOpening<Row>

/** A bulk action that changes the selected rows, in contrast to a bulk action that opens a page. */
export type BulkWorking<Row> = Exclude<BulkAction<Row>, BulkOpening<Row>>

interface BulkButton<Row> {
  key: string
  label: string
  /** The page element of the button. Users without this element do not see the button. */
  element: ElementCode
  /**
   * Whether the action would change this row. If false, the menu of the row does not offer the action, and the bulk
   * action leaves out the row.
   */
  applies?: (row: Row) => boolean
}

/** A bulk action that opens a page for the selected rows. */
interface BulkOpening<Row> extends BulkButton<Row> {
  open: (rows: Row[]) => void
  /** The maximum number of rows that the page can show. */
  most: number
}

interface BulkOptions<Row> extends BulkButton<Row> {
  open?: never
  /** The maximum number of rows for the action; undefined: all selected rows. */
  most?: number
  /** The question in the confirmation dialog. */
  confirm: (count: number) => string
  danger?: boolean
  /**
   * Renders an input that is shown before the action runs, such as a choice of the target of a move. `run` and `runAll`
   * get the entered value.
   */
  ask?: (onEnter: OnEnter, rows: readonly Row[]) => ReactNode
  /** Describes the change of a row, such as "¥1.00 → ¥2.00". Shown before and after the action runs. */
  effect?: (row: Row, entered: string) => string
  /**
   * Explains why the action leaves out certain rows. `applies`: whether the explanation is about a row. The dialog only
   * counts the other rows that are left out.
   */
  leftOut?: { applies: (row: Row) => boolean; render: (rows: readonly Row[]) => ReactNode }
}

type Bulk = z.output<typeof BulkResult>

type BulkWork<Row> =
  /** Runs the action for one row. Called for each row, one request after the other. */
  | { run: (row: Row, entered: string) => Promise<unknown>; runAll?: never }
  /** Runs the action for up to 100 rows with one request. The response has a result for each row. */
  | {
      runAll: (ids: number[], entered: string) => Promise<Bulk>
      run?: never
      /**
       * Reverts the action with `runAll`. `changes` gets a row in the state before the action and returns whether the
       * action changes the row; only changed rows are reverted.
       */
      undo?: { changes: (row: Row) => boolean; runAll: (ids: number[]) => Promise<Bulk> }
    }

/** Receives the entered value. undefined: the input is incomplete and the action cannot run. */
export type OnEnter = (entered: string | undefined) => void

/** The props of the input of a bulk action. */
export interface AskProps {
  onEnter: OnEnter
}

/** An action on one row, in the menu at the end of the row. */
export interface RowAction {
  key: string
  label: string
  /** Whether the action is shown in red. */
  danger?: boolean
  onSelect: () => void
}

/** The options for deleting a row from its menu. */
interface RowRemoval<Row> {
  send: (row: Row) => Promise<unknown>
  /** The consequences of the deletion, for the dialog. By default, the dialog says that deletion cannot be undone. */
  warning?: string
  /** Returns the reason why this row cannot be deleted; undefined: the row can be deleted. */
  undeletable?: (row: Row) => string | undefined
}

/** The tabs of a list, such as the statuses of its records. The tab with all records is the default. */
export interface Tabs<Value = string> {
  /** The query parameter that the tabs set. */
  name: string
  label: string
  /**
   * The values of the parameter in the order of display, with labels in `tab` of the namespace of the list. They follow
   * the tab `all`, which has no parameter.
   */
  values: readonly Value[]
  /** Reads the number of records in each tab, by `value`. The numbers appear beside the labels. */
  readCounts?: () => Promise<Readonly<Record<string, number>>>
}

/** The content of a card: a picture, and details below the name of the row. */
interface Card {
  picture: ReactNode
  details: ReactNode
}

/** The fields of a page of any list. */
export interface Page<Row> {
  items: Row[]
  page?: number
  size: number
  total?: number
  total_capped?: true
  next_cursor?: string | null
}

interface Declaration<Row extends { id: number }, DeclaredColumn, DeclaredFilter, TabValue> {
  /** The name of the resource: the prefix of the page elements, and the key for storing hidden columns. */
  name: Namespace
  /** The namespace with the default labels of columns and filters. By default, the namespace with the `name`. */
  texts?: Namespace
  /** The caption for screen readers. Defaults to the title of the page. */
  caption?: string
  /** A page of rows, or all rows. */
  rows: Page<Row> | Row[]
  columns: readonly DeclaredColumn[]
  filters?: readonly DeclaredFilter[]
  tabs?: Tabs<TabValue>
  /** The label of the search field, which sets the parameter `q`. undefined: no search field. */
  search?: string
  /** Returns a hint for a search without results, such as that the text is too short. undefined: no hint. */
  searchHint?: (q: string) => string | undefined
  /** The kind of paging. `cursor`: for lists that grow without limit; such lists have no page numbers. */
  paging?: 'page' | 'cursor'
  /** Renders a row as a card. With this function, users can choose between a table and a grid of cards. */
  card?: (row: Row) => Card
  /** The form that opens in a drawer for a row. Loaded when the drawer opens for the first time. */
  form?: unknown
  /** Whether the drawer is wide, for long texts and tables. */
  isWide?: boolean
  /** The label of the button that opens the form or the page for a new record. */
  create?: string
  bulk?: readonly BulkAction<Row>[]
  /** Returns actions for the menu of a row. The menu also has the bulk actions. */
  rowActions?: (row: Row) => readonly RowAction[]
  /** Adds deletion to the menu of a row. */
  remove?: RowRemoval<Row>
  /** Returns the reason why a row cannot be selected for bulk actions; undefined: the row can be selected. */
  unselectable?: (row: Row) => string | undefined
  /**
   * Whether rows can be dragged by their picture and name. Dragging a selected row drags all selected rows
   * (`dragged-rows.ts`).
   */
  draggable?: boolean
  /** The name of a row in labels and messages. By default, a field such as `title` or `name` (`recordName`). */
  nameOf?: (row: Row) => string
  /** Reads a page of this list. With this function, users can select all matching rows at once. */
  readPage?: (query: Record<string, string>) => Promise<{ items: Row[] }>
  /** The path of the endpoint that returns the list as a file; undefined: no file. */
  csv?: string
  /** Whether the exported file has other lines and columns than the list. */
  ownFile?: true
  /** Further buttons above the list, beside the button for a new record. */
  actions?: ReactNode
}

/** The declaration of a list. */
export type ResourceList<Row extends { id: number }> = Declaration<Row, Column<Row>, Filter<Row>, string> & Elements

type Elements = NeedsElement<'create', 'name', 'create'> &
  NeedsElement<'remove', 'name', 'delete'> &
  NeedsElement<'csv', 'name', 'export'>

/**
 * The declaration of a list, accepted only if the page elements for its buttons are declared, and if every column and
 * filter has a label. `Labeled`: the keys and names with a default label. `TabValue`: the values of tabs with a
 * label.
 */
export type LabeledList<Row extends { id: number }, Labeled, TabValue> = Declaration<
  Row,
  Column<Row> & ({ key: Labeled; label?: string } | { key: string; label: string }),
  Filter<Row> & ({ name: Labeled; label?: string } | { name: string; label: string }),
  TabValue
> &
  Elements

/**
 * The options for opening rows in a drawer. The drawer reads the whole record, because the list returns only a part of
 * its fields.
 */
export type DrawerOptions<Entity> =
  | {
      form: ComponentType<RecordFormProps<Entity>>
      /** Reads a record, also a record that is not in the list. undefined: the record does not exist. */
      read: (id: number) => Promise<Entity | undefined>
    }
  | { form?: undefined; read?: undefined }
