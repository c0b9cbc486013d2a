import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { ReadHistory } from '@/components/admin/history/record-history'
import type { ElementCode, NeedsElement } from '@/lib/menu/elements'
import type { SendError } from '@/lib/server/client'
import type { Field } from './field'

/* The options with which a page declares the form of its resource. */

type NameIn<S extends z.ZodObject> = Extract<keyof z.input<S>, string>

/** The fields that every edited record has. */
export interface Identified {
  id: number
  version?: number
}

interface Creation<S extends z.ZodObject> {
  schema: S
  /** Fields of a new record that have no input, such as the id of its parent. */
  fixedValues?: Partial<z.input<S>>
  /**
   * The initial values of a new record; other fields are empty. If this object changes while the form is open, fields
   * that the user has not changed take the new values.
   */
  initialValues?: Partial<Record<NameIn<S>, unknown>>
  /** Asks for confirmation before the record is created. Resolves to false if the user declines. */
  confirm?: (body: z.output<S>) => Promise<boolean>
  send: (body: z.output<S>, options: { idempotency_key: string }) => Promise<unknown>
}

interface Change<Entity, S extends z.ZodObject> {
  schema: S
  /** Asks for confirmation before the change is sent. Resolves to false if the user declines. */
  confirm?: (record: Entity, body: z.output<S>) => Promise<boolean>
  send: (record: Entity, body: z.output<S>) => Promise<unknown>
}

/** Returns a sentence about the values of the form, such as the amount of a refund. */
type Said = (values: Readonly<Record<string, unknown>>) => string

interface Removal<Entity> {
  send: (record: Entity) => Promise<unknown>
  /**
   * Content of the dialog that asks whether to delete the record, such as related records that are also deleted, or a
   * choice to make.
   */
  warning?: ReactNode
  /** Whether deletion can be confirmed. false: the user has not made the choice in `warning`. */
  isReady?: boolean
  /** The reason why the record cannot be deleted. Shown instead of the confirmation. */
  prevented?: ReactNode
  /** Returns content to show instead of the usual message about a failed deletion; undefined: the usual message. */
  explain?: (error: SendError) => ReactNode
}

interface Declaration<Entity, C extends z.ZodObject, U extends z.ZodObject> {
  /** The stored record; undefined for a new record. */
  record: Entity | undefined
  /** Called after saving instead of closing the form. */
  onSaved?: () => void
  /** Closes the form, after a confirmation if there are unsaved changes. */
  onClose: () => void
  /** Reads the record again, to show changes by other users. */
  read?: () => Promise<Entity | undefined>
  /** Reads the changes of the record by staff, newest first. */
  history?: (id: number, query: Parameters<ReadHistory>[0]) => ReturnType<ReadHistory>
  /** The prefix of the page elements for the buttons: `banner.update`, `banner.delete`. */
  resource: string
  /** The title of the form for a new record. */
  title: string
  /** The name of a record in titles and messages. By default, a field such as `title` or `name` (`recordName`). */
  nameOf?: (record: Entity) => string
  fields: readonly Field<NameIn<C> | NameIn<U>>[]
  /**
   * Values of fields that have another form in the record. For example, the record has a list of objects, and the field
   * has the ids of the objects.
   */
  valuesOf?: (record: Entity) => Partial<Record<NameIn<U>, unknown>>
  create?: Creation<C>
  update?: Change<Entity, U>
  /** The page element of the button that saves. By default, `<resource>.create` or `<resource>.update`. */
  element?: ElementCode
  /**
   * For a form that runs a command, such as shipping an order: `label`, the text of the button, and `done`, the message
   * after success.
   */
  command?: {
    label?: string | Said
    done: string | Said
    /** Whether the command refuses a customer's request, such as an after-sale case. */
    isRefusal?: boolean
  }
  remove?: Removal<Entity> | undefined
  /** The reason why this record cannot be deleted. undefined: the record can be deleted. */
  undeletable?: string | undefined
  /** The reason why this record cannot be changed. undefined: the record can be changed. */
  locked?: string | undefined
  /**
   * The title of a review dialog, which shows the changes or the new record before saving. undefined: the form saves
   * without a review dialog.
   */
  reviewTitle?: string
  /** Returns content below the changes in the review dialog; undefined: no further content. */
  reviewNote?: (values: Readonly<Record<string, unknown>>) => ReactNode
  /**
   * Whether the form stores unsaved input in this browser, and offers the stored input when the form is opened again.
   * For long texts, not for confidential values such as passwords.
   */
  isAutosaved?: boolean
  /** Whether customers see the record. If true, the form shows the delay until customers see a change. */
  isPublic?: boolean
}

/** The declaration of a form. The type accepts the form only if the page elements for its buttons are declared. */
export type ResourceFormOptions<Entity, C extends z.ZodObject, U extends z.ZodObject> = Declaration<Entity, C, U> &
  (
    | (NeedsElement<'create', 'resource', 'create'> & NeedsElement<'update', 'resource', 'update'>)
    | { element: ElementCode }
  ) &
  NeedsElement<'remove', 'resource', 'delete'>
