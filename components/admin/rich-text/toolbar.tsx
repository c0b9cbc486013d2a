'use client'

import { Menu } from '@mantine/core'
import { RichTextEditor as Frame } from '@mantine/tiptap'
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCheck,
  IconChevronDown,
  IconCode,
  IconDeviceMobile,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
  IconUnderline,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react'
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useState } from 'react'
import { useOwnOrigins } from '@/components/admin/frame/admin-context'
import { alignments } from '@/lib/kit/html/rules'
import classes from './editor.module.css'
import { LinkTool } from './link-tool'
import { imageOf, type PictureSlot, videoOf } from './picture-slot'
import { Preview } from './preview'
import { CurrentTool, Tool } from './tool'

interface ToolbarProps {
  editor: Editor
  label: string
  /** For the preview. */
  html: string
  isReadOnly: boolean
  slot: PictureSlot | undefined
}

const levels = [1, 2, 3, 4] as const

/** `node`: present if the state is on. `run` switches the state. */
const toggles = {
  bold: { icon: IconBold, node: 'bold', run: (chain) => chain.toggleBold() },
  italic: { icon: IconItalic, node: 'italic', run: (chain) => chain.toggleItalic() },
  underline: { icon: IconUnderline, node: 'underline', run: (chain) => chain.toggleUnderline() },
  strike: { icon: IconStrikethrough, node: 'strike', run: (chain) => chain.toggleStrike() },
  code: { icon: IconCode, node: 'code', run: (chain) => chain.toggleCode() },
  bulletList: { icon: IconList, node: 'bulletList', run: (chain) => chain.toggleBulletList() },
  orderedList: { icon: IconListNumbers, node: 'orderedList', run: (chain) => chain.toggleOrderedList() },
  quote: { icon: IconBlockquote, node: 'blockquote', run: (chain) => chain.toggleBlockquote() },
  codeBlock: { icon: IconSourceCode, node: 'codeBlock', run: (chain) => chain.toggleCodeBlock() },
} satisfies Record<string, { icon: TablerIcon; node: string; run: (chain: ChainedCommands) => ChainedCommands }>
type Toggle = keyof typeof toggles

const inLine: readonly Toggle[] = ['bold', 'italic', 'underline', 'strike', 'code']
const blocks: readonly Toggle[] = ['bulletList', 'orderedList', 'quote', 'codeBlock']

const acts = {
  outdent: { icon: IconIndentDecrease, run: (chain) => chain.liftListItem('listItem') },
  indent: { icon: IconIndentIncrease, run: (chain) => chain.sinkListItem('listItem') },
  undo: { icon: IconArrowBackUp, run: (chain) => chain.undo() },
  redo: { icon: IconArrowForwardUp, run: (chain) => chain.redo() },
} satisfies Record<string, { icon: TablerIcon; run: (chain: ChainedCommands) => ChainedCommands }>
type Act = keyof typeof acts

const alignIcons = { left: IconAlignLeft, center: IconAlignCenter, right: IconAlignRight }

const tableActs = [
  'addRowBefore',
  'addRowAfter',
  'deleteRow',
  'addColumnBefore',
  'addColumnAfter',
  'deleteColumn',
  'toggleHeaderRow',
  'deleteTable',
] as const

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] => {
  const isKey = (key: string): key is Key => Object.hasOwn(record, key)
  return Object.keys(record).filter(isKey)
}

/** The editor's hooks compare such objects by their values. */
const each = <Key extends string>(keys: readonly Key[], holds: (key: Key) => boolean) =>
  Object.fromEntries(keys.map((key) => [key, holds(key)]))

const stateOf = ({ editor }: { editor: Editor }) => {
  const can = editor.can()
  return {
    isOn: each(keysOf(toggles), (name) => editor.isActive(toggles[name].node)),
    may: {
      ...each(keysOf(toggles), (name) => toggles[name].run(can.chain()).run()),
      ...each(keysOf(acts), (name) => acts[name].run(can.chain()).run()),
    },
    level: levels.find((level) => editor.isActive('heading', { level })),
    alignment: alignments.find((alignment) => editor.isActive({ alignment })),
    isInTable: editor.isActive('table'),
  }
}

/** Tab reaches one tool; arrow keys move among them. Escape and commands return the focus to the text. */
export function Toolbar({ editor, label, html, isReadOnly, slot }: ToolbarProps) {
  const t = useTranslations('form.html')
  const origins = useOwnOrigins()
  const state = useEditorState({ editor, selector: stateOf })
  const [current, setCurrent] = useState(isReadOnly ? 'preview' : 'style')
  const [isPreviewing, setPreviewing] = useState(false)
  const run = (act: (chain: ChainedCommands) => ChainedCommands) => act(editor.chain().focus()).run()

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // React events bubble here from the menus, which are elsewhere in the page.
    if (!(event.target instanceof HTMLElement) || !event.currentTarget.contains(event.target)) return
    if (event.key === 'Escape') editor.commands.focus()
    const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')]
    const at = tools.indexOf(event.target)
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const next = steps[event.key]
    if (next === undefined || at === -1) return
    event.preventDefault()
    tools.at(next % tools.length)?.focus()
  }

  const toggle = (name: Toggle) => (
    <Tool
      key={name}
      name={name}
      label={t(`tool.${name}`)}
      icon={toggles[name].icon}
      isOn={state.isOn[name] === true}
      isDisabled={!state.may[name]}
      onClick={() => run(toggles[name].run)}
    />
  )
  const act = (name: Act) => (
    <Tool
      key={name}
      name={name}
      label={t(`tool.${name}`)}
      icon={acts[name].icon}
      isDisabled={!state.may[name]}
      onClick={() => run(acts[name].run)}
    />
  )
  const style = state.level ? t('heading', { level: state.level }) : t('paragraph')
  const setStyle = (level: (typeof levels)[number] | undefined) =>
    run((chain) => (level ? chain.setHeading({ level }) : chain.setParagraph()))
  const pick = async () => {
    const picture = await slot?.pickImage()
    if (picture) run((chain) => chain.insertContent(imageOf(picture, origins)))
  }
  const pickVideo = async () => {
    const url = await slot?.pickVideo()
    if (url !== undefined) run((chain) => chain.insertContent(videoOf(url, origins)))
  }

  return (
    <CurrentTool value={{ current, setCurrent }}>
      <Frame.Toolbar
        role="toolbar"
        aria-label={t('toolbar', { label })}
        aria-controls={editor.view.dom.id}
        className={classes.toolbar}
        onKeyDown={onKeyDown}
      >
        {!isReadOnly && (
          <>
            <Frame.ControlsGroup className={classes.group}>
              <Menu position="bottom-start" returnFocus>
                <Menu.Target>
                  <Tool name="style" label={t('tool.style', { style })} className={classes.style}>
                    <span>{style}</span>
                    <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
                  </Tool>
                </Menu.Target>
                <Menu.Dropdown>
                  {[undefined, ...levels].map((level) => (
                    <Menu.Item
                      key={level ?? 0}
                      leftSection={
                        <IconCheck size={14} aria-hidden="true" className={level === state.level ? '' : classes.off} />
                      }
                      onClick={() => setStyle(level)}
                    >
                      {level ? t('heading', { level }) : t('paragraph')}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            </Frame.ControlsGroup>
            <Frame.ControlsGroup className={classes.group}>{inLine.map(toggle)}</Frame.ControlsGroup>
            <Frame.ControlsGroup className={classes.group}>
              {blocks.map(toggle)}
              {act('outdent')}
              {act('indent')}
            </Frame.ControlsGroup>
            <Frame.ControlsGroup className={classes.group}>
              {alignments.map((one) => (
                <Tool
                  key={one}
                  name={`align-${one}`}
                  label={t(`align.${one}`)}
                  icon={alignIcons[one]}
                  isOn={state.alignment === one}
                  onClick={() => run((chain) => chain.align(state.alignment === one ? null : one))}
                />
              ))}
            </Frame.ControlsGroup>
            <Frame.ControlsGroup className={classes.group}>
              <LinkTool editor={editor} />
              {slot && <Tool name="picture" label={t('tool.picture')} icon={IconPhoto} onClick={() => void pick()} />}
              {slot && <Tool name="video" label={t('tool.video')} icon={IconVideo} onClick={() => void pickVideo()} />}
              <Menu position="bottom-start" returnFocus>
                <Menu.Target>
                  <Tool name="table" label={t('tool.table')} icon={IconTable} isOn={state.isInTable} />
                </Menu.Target>
                <Menu.Dropdown>
                  {state.isInTable ? (
                    tableActs.map((name) => (
                      <Menu.Item key={name} onClick={() => run((chain) => chain[name]())}>
                        {t(`table.${name}`)}
                      </Menu.Item>
                    ))
                  ) : (
                    <Menu.Item
                      onClick={() => run((chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }))}
                    >
                      {t('table.insert')}
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            </Frame.ControlsGroup>
            <Frame.ControlsGroup className={classes.group}>
              {act('undo')}
              {act('redo')}
            </Frame.ControlsGroup>
          </>
        )}
        <Frame.ControlsGroup className={classes.group}>
          <Tool name="preview" label={t('tool.preview')} icon={IconDeviceMobile} onClick={() => setPreviewing(true)} />
        </Frame.ControlsGroup>
      </Frame.Toolbar>
      {isPreviewing && <Preview html={html} onClose={() => setPreviewing(false)} />}
    </CurrentTool>
  )
}
