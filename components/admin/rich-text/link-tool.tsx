'use client'

import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useOwnOrigins } from '@/components/admin/frame/admin-context'
import { linkUrl } from './link-url'
import { Tool } from './tool'

export function LinkTool({ editor }: { editor: Editor }) {
  const t = useTranslations('form.html')
  const isLink = useEditorState({ editor, selector: (state) => state.editor.isActive('link') })
  const origins = useOwnOrigins()
  const [opened, setOpened] = useState(false)
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()

  const open = () => {
    const { href } = editor.getAttributes('link')
    setAddress(typeof href === 'string' ? href : '')
    setError(undefined)
    setOpened(true)
  }
  const close = () => {
    setOpened(false)
    editor.commands.focus()
  }
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    close()
  }
  const save = () => {
    const href = linkUrl(address, origins)
    if (href === undefined) return setError(t('link.invalid'))
    const { empty } = editor.state.selection
    const chain = editor.chain()
    // Without a selected text, the URL is the text.
    if (empty && !isLink) {
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.extendMarkRange('link').setLink({ href }).run()
    close()
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      onDismiss={() => setOpened(false)}
      position="bottom-start"
      width={300}
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <Tool
          name="link"
          label={t('tool.link')}
          icon={IconLink}
          isOn={isLink}
          onClick={() => (opened ? close() : open())}
        />
      </Popover.Target>
      <Popover.Dropdown
        aria-label={t('tool.link')}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('link.address')}
            placeholder="https://"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={address}
            error={error}
            onChange={({ currentTarget }) => {
              setAddress(currentTarget.value)
              setError(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              // Otherwise Enter in an input would submit the form.
              event.preventDefault()
              save()
            }}
          />
          <Group justify="space-between">
            {isLink ? (
              <Button variant="default" size="xs" onClick={remove}>
                {t('link.remove')}
              </Button>
            ) : (
              <span />
            )}
            <Button size="xs" onClick={save}>
              {t('link.save')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
