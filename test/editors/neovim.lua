-- Neovim 0.7 as a client of `attractor lsp`: nvim --headless -u NONE -l is younger than that, so this runs with `-c luafile`.
-- Environment: SERVER (JSON list: the command), FLOW (the file), RESULT (where the answers go, as JSON).
local result = {}
local ok, failure = pcall(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FLOW))
  local buffer = vim.api.nvim_get_current_buf()
  local client_id = vim.lsp.start_client({
    name = 'attractor',
    cmd = vim.fn.json_decode(vim.env.SERVER),
    root_dir = vim.fn.fnamemodify(vim.env.FLOW, ':h'),
    init_options = { commands = { 'attractor.run' } },
  })
  assert(client_id, 'the client does not start')
  assert(vim.lsp.buf_attach_client(buffer, client_id), 'the client does not attach')
  local client = vim.lsp.get_client_by_id(client_id)

  local function codes()
    return vim.tbl_map(function(item) return item.code end, vim.diagnostic.get(buffer))
  end
  local function wait_for(what, condition)
    assert(vim.wait(20000, condition, 20), what .. ': not in time; diagnostics: ' .. vim.inspect(codes()))
  end
  local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end
  local function position(line, column)
    return { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = column } }
  end
  local function request(method, params)
    local answer = assert(client.request_sync(method, params, 20000, buffer), method .. ': no answer')
    assert(answer.err == nil, method .. ': ' .. vim.inspect(answer.err))
    return answer.result
  end

  wait_for('diagnostics appear', function() return vim.tbl_contains(codes(), 'undirected-edge') end)
  local found = vim.tbl_filter(function(item) return item.code == 'undirected-edge' end, vim.diagnostic.get(buffer))[1]
  result.diagnostic = { line = found.lnum, column = found.col, source = found.source, severity = found.severity }

  vim.api.nvim_buf_set_text(buffer, found.lnum, found.col, found.end_lnum, found.end_col, { '->' })
  wait_for('diagnostics vanish', function() return not vim.tbl_contains(codes(), 'undirected-edge') end)
  result.after_edit = codes()

  local items = request('textDocument/completion', position(3, 23))
  result.completion = vim.tbl_map(function(item) return item.label end, items.items or items)
  result.hover = request('textDocument/hover', position(3, 4)).contents.value

  vim.lsp.util.apply_workspace_edit(request('textDocument/rename', vim.tbl_extend('force', position(4, 12), { newName = 'build-it' })), client.offset_encoding)
  result.renamed = lines()

  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.lsp.buf.formatting_sync(nil, 20000)
  result.formatted = lines()

  vim.lsp.stop_client(client_id)
end)
if not ok then result.failure = failure end
local out = assert(io.open(vim.env.RESULT, 'w'))
out:write(vim.fn.json_encode(result))
out:close()
vim.cmd('qall!')
