"""What went wrong, in Chinese."""

from playground.locales.words import ErrorWords

_BY_HAND = (
    "把 config.json 和 model.safetensors 手动放进 {place}，再运行："
    "python -m playground serve --weights FOLDER"
)
_ADVICE = f"请检查网络后重试，或者{_BY_HAND}"

_WEIGHTS = {
    "hub_endpoint_scheme": (
        "HF_ENDPOINT 是“{given}”，前面缺少 https://。请设为 https://{given} 后重新启动，"
        "或者取消这个变量。"
    ),
    "hub_endpoint": (
        "HF_ENDPOINT 是“{given}”，这不是网址：必须以 https://（或 http://）和主机名开头，不带空格和引号，"
        "例如 https://huggingface.co。请改好后重新启动，或者取消这个变量。"
    ),
    "hub_offline": (
        "{repo} 不在这台机器上，而 HF_HUB_OFFLINE 禁止下载。请取消这个变量，或者" + _BY_HAND
    ),
    "hub_unreachable": "无法下载 {repo}：连不上 {host}（{reason}）。" + _ADVICE,
    "hub_no_answer": "无法下载 {repo}：{host} 在 {seconds} 秒内没有应答。" + _ADVICE,
    "hub_silent": (
        "{host} 传了 {received}（共 {total}）后，{seconds} 秒没有再传 {repo}。" + _ADVICE
    ),
    "hub_slow": (
        "{repo} 每秒只来 {speed}，至今 {received}（共 {total}）；"
        "低于每秒 {least} 就放弃。" + _ADVICE
    ),
    "hub_too_long": "{minutes} 分钟后 {repo} 仍未到齐，只有 {received}（共 {total}）。" + _ADVICE,
    "hub_cut": "{repo} 的下载在途中断开或被改动：只来了 {received}（共 {total}）。" + _ADVICE,
    "hub_wrong_file": "{host} 为 {repo} 发来的文件不能用，已删除：{problem}。" + _ADVICE,
    "hub_no_repository": "{host} 上没有公开的 {repo}。请选别的模型，或者" + _BY_HAND,
    "hub_refused": (
        "{host} 只把 {repo} 给登录并获准的人（状态 {status}）。请选别的模型，或者" + _BY_HAND
    ),
    "hub_no_file": (
        "{repo} 里没有 {file}。其他形式的权重（如 pytorch_model.bin）是 pickle，"
        "打开时可能运行代码，所以不读取。请选别的模型，或者" + _BY_HAND
    ),
    "hub_too_often": (
        "这个网络请求太频繁，{host} 暂时不给 {repo}（状态 429）。请过几分钟再试，或者" + _BY_HAND
    ),
    "hub_trouble": (
        "{host} 自身出了故障，给不了 {repo}（状态 {status}）。请过几分钟再试，或者" + _BY_HAND
    ),
    "hub_not_the_hub": (
        "请求 {repo} 时，{host} 的应答不像 Hub（{reason}）。也许这个网络要先登录："
        "打开任意网页看看。然后重试，或者" + _BY_HAND
    ),
    "hub_unwritable": (
        "{repo} 无法存入 {cache}：{reason}。请腾出空间，或用 HF_HOME 指定别的文件夹，或者"
        + _BY_HAND
    ),
    "hub_failed": "无法下载 {repo}：{reason}。" + _ADVICE,
    "real_weights_memory": (
        "{preset} 的真实权重约需 {needed} 内存，而这台机器只剩 {free}。请选小一些的模型，"
        "或关掉别的程序。"
    ),
    "real_weights_disk": (
        "{preset} 要下载 {needed}，而 {cache} 所在的磁盘只剩 {free}。请腾出空间，"
        "或用 HF_HOME 指定别的磁盘上的文件夹。"
    ),
    "real_weights_busy": (
        "{preset} 要等一等：正在为别人加载 {loading}，一次只加载一个模型。请过几分钟再试。"
    ),
    "real_weights_gone": "{preset} 的真实权重已不在这里，请重新载入。",
    "no_real_weights": "{preset} 没有公开发布的权重，请选别的模型。",
}

_ENGINE = {
    "too_little_memory": (
        "这个模型大约需要 {needed} 内存，而这台机器只剩 {free}。请选小一些的模型，或关掉别的程序。"
    ),
    "nothing_written": "“生成”里还没有文字。请先在那里按“生成”，或者在这里按“写一段”。",
    "too_many_branches": "这段文字已有 {most} 个分支，不再多存。请写一段新的。",
    "engine_busy": "正在写作的人很多：你会排在第 {place} 位。请过一分钟再试。",
    "engine_lost": "服务器里负责写作的部分刚刚重新启动，你的文字到此为止。请再次生成。",
    "engine_closed": "服务器正在关闭，不再写作。",
    "logits_damaged": (
        "模型给词元 {id} 的 logit 是 {logit}：权重或运算出了问题。请换一个模型，或重新载入它。"
    ),
    "text_failed": (
        "服务器内部出错，文字到此为止，错误已经记录。请再次生成；如果又出错，请换一个模型。"
    ),
}

_CALLS = {
    "call_not_json": (
        "这不是页面会发出的调用。请以 application/json 发送一个 JSON 对象，"
        "包含 fn_index、data 和 session_hash。"
    ),
    "call_too_long": "这次调用超过 {limit} 字节，页面从不发这么长的内容。请给短一些的文字。",
    "call_unknown": (
        "fn_index 是 {given}；页面没有这个函数。请用 /config 里某个 dependency 的 id。"
    ),
    "call_session": "session_hash 是 {given}；请给 1 到 64 个字母、数字、- 或 _。",
    "call_arity": (
        "函数 {function} 需要 {needed} 个值，却收到 {given} 个。"
        "请按 /config 里的顺序，在 data 中给每个输入一个值。"
    ),
    "call_not_plain": (
        "有一个值是文件，或者嵌套了 {nesting} 层以上；本页只接受文字、数、true 和 false。"
    ),
    "call_unread": "这个页面还有 {unread} 个回答在路上，请等它们到来。",
    "call_crowd": "这里已打开 {most} 个页面，服务器只能容纳这么多。请过一分钟再试。",
}

ERRORS = ErrorWords(
    heads_do_not_divide="d_model {d_model} 不能平分给 {num_heads} 个注意力头。请试 {heads} 个头，"
    "或者 d_model {widths}。图里仍是上一个可用的模型。",
    empty="{name}：还没有填。请输入 {least} 到 {most} 之间的数。",
    no_choice="{name}：还没有选。请从这些里选一个：{allowed}。",
    list_empty="{name}：还没有填。请输入 1 到 {most} 个数，用逗号隔开。",
    not_a_number="{name}：{given} 不是数。请输入 {least} 到 {most} 之间的数。",
    not_whole="{name}：{given} 不是整数。请输入 {least} 到 {most} 之间的整数。",
    out_of_range="{name}：{given} 超出范围。请输入 {least} 到 {most} 之间的数。",
    not_a_choice="{name}：没有 {given} 这个选项。请从这些里选：{allowed}。",
    list_length="{name}：给了 {given} 个值；请给 1 到 {most} 个，用逗号隔开。",
    unclear_number="{name}：{given} 有两种读法。小数请用小数点（0.7），千位不加分隔（1000），"
    "数与数之间的逗号后面加一个空格（0.2, 0.7）。",
    not_text="提示词是 {given}；请输入文字。",
    too_large_to_run="这个模型有 {parameters} 个参数；这里最多能运行 {limit} 个参数的模型。"
    "权重随机时，预设最多 {preset_limit} 个，自定义的形状每次都要重新建立，最多 {custom_limit} 个；"
    "预设的真实权重可以更大。它的参数和掩码仍然完整显示。"
    "想看它猜词和写作：页面提供真实权重时可以载入，或换一个较小的预设，或把 d_model 减小很多"
    "（词表大时，光是嵌入就超过上限）。",
    vocabulary_too_small="唐诗单字需要 {needed} 或更大的词表，现在是 {given}。请选 {needed}，"
    "或改用 GPT-2 分词器。",
    odd_width="d_model {given} 是奇数；正弦和余弦要成对。请试 {widths}。",
    tokenizer="这个分词器无法使用：{reason} 请换一个用另一种分词器的模型。",
    asset="训练好的权重无法使用：{reason} 其他模型照常工作。",
    other="{reason}",
    either="{first} 或 {second}",
    by_code={**_WEIGHTS, **_ENGINE, **_CALLS},
)
