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
  /** The initial values of a new record that are not empty. When they change, unchanged fields follow. */
  initialValues?: Partial<Record<NameIn<S>, unknown>>
  /** Asks for confirmation before the record is created; false: it is not created. */
  confirm?: (body: z.output<S>) => Promise<boolean>
  send: (body: z.output<S>, options: { idempotency_key: string }) => Promise<unknown>
}

interface Change<Entity, S extends z.ZodObject> {
  schema: S
  /** Asks for confirmation before the change is sent; false: it is not sent. */
  confirm?: (record: Entity, body: z.output<S>) => Promise<boolean>
  send: (record: Entity, body: z.output<S>) => Promise<unknown>
}

/** A sentence about the values of the form, such as the sum that it pays. */
type Said = (values: Readonly<Record<string, unknown>>) => string

interface Removal<Entity> {
  send: (record: Entity) => Promise<unknown>
  /** Content of the confirmation: parts that are deleted too, or choices to make. */
  warning?: ReactNode
  /** false: a choice in `warning` is missing. */
  isReady?: boolean
  /** A known obstacle, shown instead of the confirmation. */
  prevented?: ReactNode
  /** Content for a failure instead of the usual message; undefined for other failures. */
  explain?: (error: SendError) => ReactNode
}

interface Declaration<Entity, C extends z.ZodObject, U extends z.ZodObject> {
  /** The stored record; undefined for a new one. */
  record: Entity | undefined
  /** Called after saving instead of closing the form. */
  onSaved?: () => void
  /** Closes the form, after a confirmation if there are unsaved changes. */
  onClose: () => void
  /** Reads the record again, to show changes by other users. */
  read?: () => Promise<Entity | undefined>
  /** Reads the changes of the record by staff, newest first. */
  history?: (id: number, query: Parameters<ReadHistory>[0]) => ReturnType<ReadHistory>
  /** The prefix of the elements for its buttons: `banner.update`, `banner.delete`. */
  resource: string
  /** The title of the form for a new record. */
  title: string
  /** The name of a record in titles and messages. */
  nameOf: (record: Entity) => string
  fields: readonly Field<NameIn<C> | NameIn<U>>[]
  /** Values of fields that have another form in the record, such as the ids of listed objects. */
  valuesOf?: (record: Entity) => Partial<Record<NameIn<U>, unknown>>
  create?: Creation<C>
  update?: Change<Entity, U>
  /** The element that allows it, if it is not the resource's `create` or `update`. */
  element?: ElementCode
  /** The texts of the button and of the message after it, if the form is a command, such as shipping an order. */
  command?: {
    label?: string | Said
    done: string | Said
    /** Whether the command refuses a customer's request. */
    isRefusal?: boolean
  }
  remove?: Removal<Entity> | undefined
  /** The reason why this record cannot be deleted, although others can. */
  undeletable?: string | undefined
  /** The reason why this record cannot be changed at all. */
  locked?: string | undefined
  /**
   * The title of the dialog that shows the changes or the new record before saving. Without it, they are saved
   * directly.
   */
  reviewTitle?: string
  /** Content of that dialog below the changes; undefined: nothing. */
  reviewNote?: (values: Readonly<Record<string, unknown>>) => ReactNode
  /**
   * Stores input in this browser until it is saved, and offers it when the form is opened again. For long texts, not
   * for confidential values such as passwords.
   */
  isAutosaved?: boolean
  /** Customers see the record. The form shows the delay until they see a change. */
  isPublic?: boolean
}

/** The declaration of a form. Its type requires that the elements of its buttons exist. */
export type ResourceFormOptions<Entity, C extends z.ZodObject, U extends z.ZodObject> = Declaration<Entity, C, U> &
  (
    | (NeedsElement<'create', 'resource', 'create'> & NeedsElement<'update', 'resource', 'update'>)
    | { element: ElementCode }
  ) &
  NeedsElement<'remove', 'resource', 'delete'>
