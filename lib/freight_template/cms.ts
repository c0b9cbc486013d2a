import { freight_template } from '@/db/schema/freight'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { resourceOf } from '@/lib/kit/api/rows/resource'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { historyOf } from '@/lib/oper_log/history'
import { endDefault, requireDefault, requireRules, requireUnused, requireWeights } from './commands'
import * as example from './example'
import { lockTemplates } from './lock'
import * as queries from './queries'
import {
  CmsFreightTemplate,
  CmsFreightTemplatePage,
  CmsFreightTemplateQuery,
  FreightTemplateChanges,
  FreightTemplateInput,
} from './schema'

const templates = resourceOf(freight_template, { as: CmsFreightTemplate, read: queries.readTemplate })

const { name, charge, rules, no_delivery, only_mainland, free_amount } = example.cmsFreightTemplate
const input = { name, charge, rules, no_delivery, only_mainland, free_amount }

export const listFreightTemplates = endpoint({
  method: 'GET',
  path: '/cms/freight_template',
  summary: 'List shipping templates',
  description: 'With their rules.',
  access: permission('cms.freight_template.list'),
  query: CmsFreightTemplateQuery,
  output: CmsFreightTemplatePage,
  example: { query: {}, output: { items: [example.cmsFreightTemplate], page: 1, size: 10, total: 1 } },
  handle: queries.list,
})

export const getFreightTemplate = endpoint({
  ...templates.reading(permission('cms.freight_template.list'), example.cmsFreightTemplate),
  path: '/cms/freight_template/{id}',
  summary: 'Get a shipping template',
  description: 'With its rules.',
})

export const listFreightTemplateHistory = historyOf(
  'freight_template',
  'a shipping template',
  'cms.freight_template.list',
)

export const createFreightTemplate = endpoint({
  method: 'POST',
  path: '/cms/freight_template',
  summary: 'Create a shipping template',
  description:
    'Fee = first_fee + ⌈(quantity − first) / next⌉ × next_fee. The lines of an order with the same template count together. A region without a rule is not delivered. is_default makes it the template of all products without one.',
  access: permission('cms.freight_template.create'),
  body: FreightTemplateInput,
  output: CmsFreightTemplate,
  status: 201,
  location: ({ id }) => `/cms/freight_template/${id}`,
  problems: ['already_exists', 'not_sellable'],
  example: { body: input, output: example.cmsFreightTemplate },
  async handle({ body, ...context }) {
    const { db } = context
    requireRules(body)
    await lockTemplates(db)
    if (body.is_default) await endDefault(db, context)
    const after = await templates.create({ ...context, body })
    await requireWeights(db, after)
    return after
  },
})

export const updateFreightTemplate = endpoint({
  method: 'PUT',
  path: '/cms/freight_template/{id}',
  summary: 'Change a shipping template',
  description: 'rules replaces all rules. Orders that were placed keep their shipping fee.',
  access: permission('cms.freight_template.update'),
  params: idParams,
  body: FreightTemplateChanges,
  output: CmsFreightTemplate,
  problems: ['stale_version', 'already_exists', 'not_sellable'],
  example: {
    params: { id: '2' },
    body: { free_amount: 20_000, version: 1 },
    output: { ...example.cmsFreightTemplate, free_amount: 20_000, version: 2 },
  },
  async handle(context) {
    const { db, body } = context
    await lockTemplates(db)
    const after = await templates.update(context, async (before) => {
      requireDefault(before, body)
      requireRules({ ...before, ...body })
      if (body.is_default) await endDefault(db, context, before.id)
    })
    await requireWeights(db, after)
    return after
  },
})

export const deleteFreightTemplate = endpoint({
  ...templates.deletion(permission('cms.freight_template.delete')),
  path: '/cms/freight_template/{id}',
  summary: 'Delete a shipping template',
  description: 'Permanent. Neither the default nor one that products have.',
  problems: ['in_use'],
  async handle(context) {
    const { db, params } = context
    await lockTemplates(db)
    await requireUnused(db, await lockRow(db, freight_template, params.id, { mode: 'update' }))
    return templates.delete(context)
  },
})
