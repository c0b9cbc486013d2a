'use client'

import { useTranslations } from 'next-intl'
import { useDrawerTitle } from '@/components/admin/resource-form/drawer-frame'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { BannerChanges, BannerInput, bannerSlots } from '@/lib/banner/schema'
import { type Answer, send } from '@/lib/server/client'
import { Preview } from './preview'
import { TargetInput } from './target-input'
import { TargetTypeInput } from './target-type-input'

/** In pixels: twice the size on a phone. */
const expected = { width: 750, height: 340 }

export default function BannerForm(props: RecordFormProps<Answer<'GET /cms/banner/{id}'>>) {
  const t = useTranslations('banner')
  const form = useResourceForm({
    ...props,
    resource: 'banner',
    title: t('create'),
    isPublic: true,
    fields: [
      { name: 'title', label: t('title'), half: true },
      { name: 'name', label: t('name'), help: t('nameHelp'), options: useSlots(props.record), half: true },
      { name: 'description', label: t('description') },
      { name: 'status', label: t('status'), options: useDictionaryOptions('enabled_disabled'), half: true },
      {
        name: 'items',
        label: t('items'),
        help: t('itemsHelp', expected),
        card: ({ title, image_url }) => ({
          title: String(title ?? ''),
          picture: typeof image_url === 'string' && image_url !== '' ? image_url : null,
        }),
        fields: [
          { name: 'image_url', label: t('image'), expected },
          { name: 'title', label: t('itemTitle'), help: t('itemTitleHelp') },
          {
            name: 'target_type',
            label: t('targetType'),
            half: true,
            read: ({ target_type }) => <DictionaryTag type="target_type" value={String(target_type)} />,
            render: (input) => <TargetTypeInput {...input} />,
          },
          {
            name: 'target',
            label: t('target'),
            half: true,
            when: ({ target_type }) => target_type !== 'none',
            read: ({ target_name, target }) => String(target_name ?? target ?? ''),
            render: (input) => <TargetInput key={String(input.values.target_type)} {...input} />,
          },
          { name: 'starts_at', label: t('startsAt'), half: true },
          { name: 'ends_at', label: t('endsAt'), half: true },
          { name: 'enabled', label: t('enabled') },
        ],
      },
    ],
    create: { schema: BannerInput, send: (body, options) => send('POST /cms/banner', { body, ...options }) },
    update: { schema: BannerChanges, send: ({ id }, body) => send('PUT /cms/banner/{id}', { params: { id }, body }) },
    remove: { send: ({ id }) => send('DELETE /cms/banner/{id}', { params: { id } }), warning: t('deleteWarning') },
  })
  useDrawerTitle(form.name)
  return (
    <FormFrame form={form}>
      <FormBody>
        <FormFields form={form} />
        <Preview items={form.values.items} />
        <FormHistory
          form={form}
          record={props.record}
          history={(id, query) => send('GET /cms/banner/{id}/history', { params: { id }, query })}
        />
      </FormBody>
      <FormFooter form={form} />
    </FormFrame>
  )
}

/** Labels name the banner in each slot. Always with the slot of `record`. */
function useSlots(record: Answer<'GET /cms/banner/{id}'> | undefined) {
  const t = useTranslations('banner')
  const placeOf = (slot: string) => (slot === 'home' || slot === 'discover' ? t(`slots.${slot}`) : slot)
  const own = record ? [record.name] : []
  const options = [...new Set([...bannerSlots, ...own])].map((value) => ({ value, label: placeOf(value) }))
  return useOptions(
    async () => {
      const { items } = await send('GET /cms/banner', { query: { size: 100 } })
      return options.map(({ value, label }) => {
        const taken = items.find(({ id, name }) => name === value && id !== record?.id)
        return taken
          ? { value, label: t('taken', { place: label, banner: taken.title || taken.name }) }
          : { value, label }
      })
    },
    options,
    t('slotsFailed'),
  )
}
