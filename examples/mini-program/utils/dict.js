const { read } = require('./request')

let reading = null

/** The words of the shop that customers choose from: read once per launch, and again only where that has failed. */
function readDict() {
  reading =
    reading ||
    read('/v1/dict', { types: 'after_sale_reason,carrier' }).catch((error) => {
      reading = null
      throw error
    })
  return reading
}

/** The entries of one dictionary, `{value, label}`, in the order of the shop. */
async function entriesOf(type) {
  return (await readDict()).filter((entry) => entry.type === type)
}

module.exports = { entriesOf }
